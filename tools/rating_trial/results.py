"""Groups of players and the scores of their games, as the trial reads them, and their file."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

Game = tuple[tuple[str, int], ...]
"""Each player's name and score, in the order of the seats."""
Group = tuple[Game, ...]
"""In the order of being played."""

COMPUTER_GAMES: Final = Path(__file__).with_name("computer_games.txt")
"""Games by the computer levels; :mod:`tools.rating_trial.play_computers` makes them."""


def write_groups(path: Path, command: str, groups: Iterable[Sequence[Game]]) -> None:
    """Write a line for each game (``acemi-1 212 usta-2 340``) under one for each group, and on top how it was made."""
    lines = [f"# {command}"]
    for number, group in enumerate(groups, 1):
        lines.append(f"group {number}")
        lines.extend(" ".join(f"{player} {score}" for player, score in game) for game in group)
    path.write_text("\n".join(lines) + "\n", "ascii")


def read_groups(path: Path) -> list[Group]:
    """What :func:`write_groups` wrote."""
    groups: list[list[Game]] = []
    for line in path.read_text("ascii").splitlines():
        words = line.split()
        if words[0] == "group":
            groups.append([])
        elif words[0] != "#":
            players, scores = words[::2], [int(word) for word in words[1::2]]
            groups[-1].append(tuple(zip(players, scores, strict=True)))
    return [tuple(group) for group in groups]
