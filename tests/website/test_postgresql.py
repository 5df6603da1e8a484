"""The core of the website's tests once more, over a real PostgreSQL."""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.datastore.postgresql import Postgresql
from tests.website.client import Site
from tests.website.test_play import (
    test_a_bot_stands_in_for_a_person_who_leaves_and_gives_the_seat_back,
    test_a_reconnection_at_any_step_gets_exactly_what_is_missing,
    test_quick_play_to_the_end,
    test_rematch_and_resign,
    test_two_people_and_two_bots,
)
from tests.website.test_recovery import (
    test_a_restart_credits_the_clocks,
    test_ctrl_c_closes_sockets_with_a_reason_and_complains_about_nothing,
    test_kill_9_in_the_middle_of_live_matches,
    test_waiting_tables_and_sessions_survive,
)
from tests.website.test_replays import finished, test_a_fork_plays_on_from_any_step
from tests.website.test_security import test_accounts_sessions_and_tokens

__all__ = [
    "finished",
    "test_a_bot_stands_in_for_a_person_who_leaves_and_gives_the_seat_back",
    "test_a_fork_plays_on_from_any_step",
    "test_a_reconnection_at_any_step_gets_exactly_what_is_missing",
    "test_a_restart_credits_the_clocks",
    "test_accounts_sessions_and_tokens",
    "test_ctrl_c_closes_sockets_with_a_reason_and_complains_about_nothing",
    "test_kill_9_in_the_middle_of_live_matches",
    "test_quick_play_to_the_end",
    "test_rematch_and_resign",
    "test_two_people_and_two_bots",
    "test_waiting_tables_and_sessions_survive",
]

NUMBERS = count(1)


@pytest.fixture(scope="module")
def site(postgresql: Postgresql) -> Iterator[Site]:
    """Takes the place of the server over SQLite."""
    with Site(postgresql.another("site")) as running:
        yield running


@pytest.fixture
def database(postgresql: Postgresql) -> str:
    return postgresql.another(f"own{next(NUMBERS)}")
