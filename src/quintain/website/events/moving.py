"""Tournaments move on by themselves while the server runs; any number of servers may do it at once."""

import asyncio
import logging

from quintain.core.errors import StoreError
from quintain.datastore import Store
from quintain.ranker.events.stepping import step_all

PAUSE = 0.5  # seconds between looks; a look is two small queries
log = logging.getLogger(__name__)


async def keep_moving(store: Store, pause: float = PAUSE) -> None:
    while True:
        try:
            await step_all(store)
        except StoreError as error:
            log.warning("tournaments wait: %s", error)
        await asyncio.sleep(pause)
