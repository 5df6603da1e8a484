"""Where players have their pages."""

from urllib.parse import quote

from quintain.datastore import PlayerRow
from quintain.website.wire.matches import PlayerLink


def page_of(player_id: str, bot_id: str | None = None) -> str:
    """The path of a player's page; an uploaded bot's has all its versions."""
    return f"/bots/{quote(bot_id, safe='')}" if bot_id else f"/players/{quote(player_id, safe=':=,')}"


def link_to(player: PlayerRow, bot_id: str | None = None) -> PlayerLink:
    kind = player.kind if player.kind in ("person", "program") else "bot"
    version = player.version if kind == "program" else None
    return PlayerLink(
        id=player.id,
        kind=kind,  # type: ignore[arg-type]
        name=player.name,
        version=version,
        page=page_of(player.id, bot_id),
    )
