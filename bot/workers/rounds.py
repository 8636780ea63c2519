"""What waits in one lane: in the order in which it came, or of several people one each before anybody's second."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Place(Generic[T]):
    item: T
    who: Hashable | None
    round: int


class Rounds(Generic[T]):
    """Items in the order of their rounds; the first one stays where it is, whatever comes."""

    def __init__(self) -> None:
        self._places: Final[deque[_Place[T]]] = deque()

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[T]:
        return (place.item for place in self._places)

    def add(self, item: T, who: Hashable | None = None) -> None:
        """Let an item wait: in a person's next round, or (``None``) behind all."""
        places = self._places
        if not places or who is None:
            places.append(_Place(item, who, places[-1].round if places else 0))
            return
        own = next((place.round + 1 for place in reversed(places) if place.who == who), places[0].round)
        behind = next((index for index, place in enumerate(places) if place.round > own), len(places))
        places.insert(behind, _Place(item, who, own))

    def add_ahead(self, item: T, of: Callable[[T], bool]) -> None:
        """Let an item wait behind all, but ahead of those last ones that it goes ahead ``of``; never of the first."""
        places = self._places
        at = len(places)
        while at > 1 and of(places[at - 1].item):
            at -= 1
        places.insert(at, _Place(item, None, places[at - 1].round if places else 0))

    def done(self) -> None:
        """Forget the first."""
        self._places.popleft()

    def last(self) -> T:
        """Forget the last, and give it back."""
        return self._places.pop().item

    def drop(self, item: T) -> bool:
        """Forget an item unless it is the first, which may have begun; whether it was there."""
        index = next((index for index, place in enumerate(self._places) if place.item is item), 0)
        if index:
            del self._places[index]
        return bool(index)
