"""Checks of versions: a lease is held by whoever renews it, and the first version that is ready plays."""

import pytest

from quintain.datastore import Store
from tests.datastore.contest_samples import a_version, an_uploaded_bot
from tests.datastore.test_bots import let_leases_run_out

pytestmark = pytest.mark.anyio


async def test_a_lease_is_renewed_by_its_holder_alone(store: Store) -> None:
    await store.create_bot(an_uploaded_bot())
    await store.add_version(a_version(), b"")
    assert not await store.renew_version("v", "w", 60)
    assert await store.claim_version("w", 60)
    await let_leases_run_out(store, "versions")
    assert await store.renew_version("v", "w", 60)
    assert not await store.renew_version("v", "other", 60)
    assert await store.claim_version("other", 60) is None
    assert await store.judge_version("v", "w", "refused", b"")
    assert not await store.renew_version("v", "w", 60)


async def test_the_first_version_that_is_ready_plays_by_itself(store: Store) -> None:
    await store.create_bot(an_uploaded_bot())
    for id, state, active in (("v1", "refused", None), ("v2", "ready", "v2"), ("v3", "ready", "v2")):
        await store.add_version(a_version(id), b"")
        await store.claim_version("w", 60)
        assert await store.judge_version(id, "w", state, b"")
        assert await store.bot("b") == an_uploaded_bot(active=active)
    await store.set_active("b", None)
    await store.add_version(a_version("v4"), b"")
    await store.claim_version("w", 60)
    assert await store.judge_version("v4", "w", "ready", b"")
    assert await store.bot("b") == an_uploaded_bot()
