"""Games of self-play that the chance to win is learned from, each as the leads that it went through."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from bot.families.crossword.search.searcher import BoardSearcher
from engine.crossword.players.contest import Contest
from engine.crossword.players.leaves import shipped_leaves
from engine.crossword.shipped import crossword_rulesets
from engine.lexicon import load_lexicon
from engine.rulesets import resolve_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from engine.crossword.ruleset import Ruleset
    from engine.crossword.state import GameState


class Lead(NamedTuple):
    """How it stands as a turn begins, from the first player's eyes."""

    spread: int
    """The first player's points less the second's."""
    unseen: int
    """Tiles in the bag and on the rack of whoever is not on turn."""
    turn: int
    """1 where the first player is on turn, else -1."""


class PlayedGame(NamedTuple):
    """A game that two equals played."""

    result: float
    """1 if the first player won, 0 if the second did, 0.5 for a draw."""
    leads: list[Lead]


def learned_rulesets() -> dict[str, Ruleset]:
    """The games whose tiles' worth is known, by id."""
    resolved = {name: resolve_ruleset(shipped) for name, shipped in crossword_rulesets().items()}
    return {name: rules for name, rules in resolved.items() if shipped_leaves(rules) is not None}


def play_games(games: int, kept: Path | None, names: Sequence[str] = ()) -> Iterator[tuple[str, int, PlayedGame]]:
    """Play so many games of each ruleset, in turn.

    Args:
        games: of each.
        kept: where games are kept: those that are there are not played again, the others are added.
        names: the rulesets' ids; all that can be learned where there are none.
    """
    known, searcher, learned = _read_games(kept), BoardSearcher(), learned_rulesets()
    rulesets = {name: learned[name] for name in names or learned}
    for number in range(games):
        for name, rules in rulesets.items():
            game = known.get((name, number))
            if game is None:
                game = _play_game(rules, searcher, number)
                if kept is not None:
                    with kept.open("a", encoding="utf-8") as file:
                        file.write(json.dumps((name, number, game)) + "\n")
            yield name, number, game


def _read_games(kept: Path | None) -> dict[tuple[str, int], PlayedGame]:
    if kept is None or not kept.exists():
        return {}
    games = {}
    for line in kept.read_text("utf-8").splitlines():
        name, number, (result, leads) = json.loads(line)
        games[name, number] = PlayedGame(result, [Lead(*lead) for lead in leads])
    return games


def _play_game(rules: Ruleset, searcher: BoardSearcher, number: int) -> PlayedGame:
    states: list[GameState] = []
    contest = Contest(rules, load_lexicon(rules.lexicon), searcher, lambda: lambda: False, states.append)
    contest.play_game(("iyi", "iyi"), f"win:{rules.id}:{number}")
    scores = [player.score for player in states[-1].players]
    result = 0.5 if scores[0] == scores[1] else float(scores[0] > scores[1])
    return PlayedGame(result, leads_of(states))


def leads_of(states: Sequence[GameState]) -> list[Lead]:
    """The lead as each turn of a game begins, while anything is unseen; a window that closes begins no other turn."""
    leads: dict[int, Lead] = {}
    for state in states:
        if state.outcome is None:
            others = sum(len(player.rack) for seat, player in enumerate(state.players) if seat != state.turn)
            if unseen := len(state.bag) + others:
                spread = state.players[0].score - state.players[1].score
                leads[state.number] = Lead(spread, unseen, 1 if state.turn == 0 else -1)
    return list(leads.values())
