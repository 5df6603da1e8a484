"""What survives a restart: people, tables, matches and their journals, the contest; in SQLite or PostgreSQL."""

from .contest_rows import (
    AgainstRow,
    AuditRow,
    BotRow,
    CoursePoint,
    EntrantRow,
    EventRow,
    FixtureRow,
    FormRow,
    LadderRow,
    LogRow,
    SeasonRow,
    SlowRow,
    StandingRow,
    VersionRow,
    program_id,
)
from .models import SCOPES
from .people import LASTS
from .players import bot_player, person_player
from .pulse import Pulse
from .rows import (
    FinishedMatch,
    MatchRow,
    Person,
    PlayerRow,
    RatingRow,
    SeatRow,
    ServerRow,
    Session,
    TableRow,
    Token,
)
from .servers import LEASE, NOTICES
from .store import Store

__all__ = [
    "LASTS",
    "LEASE",
    "NOTICES",
    "SCOPES",
    "AgainstRow",
    "AuditRow",
    "BotRow",
    "CoursePoint",
    "EntrantRow",
    "EventRow",
    "FinishedMatch",
    "FixtureRow",
    "FormRow",
    "LadderRow",
    "LogRow",
    "MatchRow",
    "Person",
    "PlayerRow",
    "Pulse",
    "RatingRow",
    "SeasonRow",
    "SeatRow",
    "ServerRow",
    "Session",
    "SlowRow",
    "StandingRow",
    "Store",
    "TableRow",
    "Token",
    "VersionRow",
    "bot_player",
    "person_player",
    "program_id",
]
