"""Leases: who works on something, and until when nobody else does.

A lease is measured by the clock that all share (`moment_of`). If that clock is set forward, leases seem to have run
out: the work is done twice and counts once. If it is set back, they seem to last: so one that lasts longer than
anybody may ask for counts as run out, and nothing waits longer than LONGEST.
"""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, or_
from sqlalchemy.orm import InstrumentedAttribute

from quintain.core.errors import BadSetting

LONGEST = timedelta(minutes=15)


def lease_until(moment: datetime, seconds: float) -> datetime:
    if not 0 < seconds <= LONGEST.total_seconds():
        raise BadSetting(f"a lease lasts up to {LONGEST.total_seconds():.0f} seconds, not {seconds}")
    return moment + timedelta(seconds=seconds)


def is_free(lease: InstrumentedAttribute[datetime | None], moment: datetime) -> ColumnElement[bool]:
    """Has nobody a lease that holds?"""
    return or_(lease.is_(None), lease <= moment, lease > moment + LONGEST)
