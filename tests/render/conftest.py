"""A painter of the usual width and theme for all tests here: what it draws hangs on nothing that it drew before."""

import pytest

from render import Painter


@pytest.fixture(scope="session")
def painter() -> Painter:
    return Painter()
