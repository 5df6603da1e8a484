"""What every server must hear at once: who was signed out, who has a name now, and which server is gone.

PostgreSQL tells it itself with the commit (see the migration `v7_servers`), and Litestar's back end for channels
listens. Its plugin would not notice that the connection broke, so the back end is used as it is, and begun anew: then
everything that may have been missed is looked up.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable

import msgspec
import psycopg
from litestar.channels.backends.psycopg import PsycoPgChannelsBackend

from quintain.core.errors import StoreError
from quintain.datastore import NOTICES, Store
from quintain.website.identity import Identity

RETRY = 1.0  # seconds
MOST_AT_ONCE = 1000
WORDS = {"session": "you have signed out", "token": "this API token was revoked"}

log = logging.getLogger(__name__)


class Notice(msgspec.Struct):
    type: str  # session, token, named, disabled or gone
    teller: str  # the name of the journal that has written it
    key: str = ""
    person: str = ""
    name: str = ""


decode = msgspec.json.Decoder(Notice).decode


class Notices:
    def __init__(
        self,
        store: Store,
        identity: Identity,
        server_gone: Callable[[], None],
        named: Callable[[str], None],
        disabled: Callable[[str], None],
    ) -> None:
        """`named` is told the id of a person who has an account now, `disabled` of one who may not come in any more."""
        self._store, self._identity = store, identity
        self._server_gone, self._named, self._disabled = server_gone, named, disabled

    async def listen(self) -> None:
        """For as long as the server runs."""
        address = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            backend = PsycoPgChannelsBackend(address)
            try:
                await backend.on_startup()
                await backend.subscribe([NOTICES])
                await self.catch_up()
                async for _, notice in backend.stream_events():
                    self.hear(decode(notice))
            except (psycopg.Error, OSError, StoreError, msgspec.MsgspecError) as error:
                log.warning("what happens at other servers is not heard: %s", error)
            finally:
                with contextlib.suppress(psycopg.Error, OSError, AttributeError):
                    await backend.on_shutdown()
            await asyncio.sleep(RETRY)

    def hear(self, notice: Notice) -> None:
        if notice.type == "gone":
            self._server_gone()
        elif notice.teller == self._store.journal.name:
            return  # whoever did it here has seen to everything
        elif notice.type in WORDS:
            self._identity.standing.revoke([notice.key], WORDS[notice.type])
        elif notice.type == "named":
            self._identity.learn_name(notice.name)
            self._named(notice.person)
        elif notice.type == "disabled":
            self._disabled(notice.person)

    async def catch_up(self) -> None:
        """What has happened while nobody listened."""
        self._identity.forget_names()
        keys = self._identity.standing.keys()
        for first in range(0, len(keys), MOST_AT_ONCE):
            some = keys[first : first + MOST_AT_ONCE]
            still = await self._store.standing_of(some)
            self._identity.standing.revoke([key for key in some if key not in still], WORDS["session"])
