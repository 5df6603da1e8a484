"""The store of most tests here."""

import pytest

from quintain.datastore import Store


@pytest.fixture
def store(sqlite: Store) -> Store:
    return sqlite
