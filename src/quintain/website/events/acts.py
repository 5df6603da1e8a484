"""Who does something to a tournament, and what of it goes into the audit log."""

from collections.abc import Sequence

from quintain.datastore import Store
from quintain.datastore.database import Further
from quintain.website.events.field import Act
from quintain.website.identity import Visitor
from quintain.website.limits import Limits


def who(visitor: Visitor) -> Act | None:
    """Whoever looks; none for somebody without a name. With a token nobody is an administrator."""
    return Act(visitor.person, visitor.admin and not visitor.by_token) if visitor.person else None


def act_of(visitor: Visitor, limits: Limits) -> Act:
    """Whoever changes something has an account, and does not do it too often."""
    limits.event_changes.take(visitor.account.id)
    return Act(visitor.account, visitor.admin and not visitor.by_token)


async def as_administrator(store: Store, act: Act, id: str, deed: str, detail: str = "") -> Sequence[Further]:
    """What an administrator does to others' tournaments is written down, in the same transaction."""
    event = await store.event(id)
    if not act.admin or event is None or event.host_id == act.person.id:
        return ()
    return [store.audited(act.person.id, deed, f"event {id}", detail or event.name)]
