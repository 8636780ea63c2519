"""The rules of every game on a board in a few lines under headings, made of each ruleset's own figures."""

from typing import Final

from bot.texts import Argument
from bot.wording.rules import Parts, chat_words, how_many, surrender
from bot.wording.speaker import Speaker, title
from engine.clock import GameClock
from engine.crossword.ruleset import BLANK, Judging, Ruleset

_FIVE, _TEN = 5, 10


class Rules:
    """The rules of one game on a board."""

    def __init__(self, ruleset: Ruleset, speaker: Speaker) -> None:
        self._ruleset: Final = ruleset
        self._speaker: Final = speaker

    def _say(self, message: str, **arguments: Argument) -> str:
        return self._speaker.html(message, **arguments)

    def head(self) -> str:
        """What the game is played with."""
        rules = self._ruleset
        return self._say(
            "rules-head",
            game=title(rules.title, self._speaker.language),
            players=how_many(rules.players),
            columns=rules.columns,
            rows=len(rules.board.rows),
            tiles=rules.tiles,
            blanks=rules.counts.get(BLANK, 0),
            rack=rules.rack,
        )

    def parts(self) -> Parts:
        """The rules under their headings."""
        words = "challenges" if self._ruleset.judging.challenges else "words"
        return (
            ("board", self._board()),
            ("turn", self._turn()),
            (words, self._words()),
            ("scores", self._scores()),
            ("end", self._end()),
        )

    def _board(self) -> list[str]:
        rules, scoring = self._ruleset, self._ruleset.scoring
        signs = "".join(rules.board.rows)
        lines = [
            self._say("rules-placing"),
            self._say("rules-premiums"),
            self._say("rules-centre-double" if rules.board.centre_doubles else "rules-centre-plain"),
        ]
        if scoring.cell is not None:
            lines.append(self._say("rules-cell", points=scoring.cell.points))
        if "Q" in signs:
            lines.append(self._say(f"rules-four-{scoring.four_word}"))
        if "X" in signs:
            lines.append(self._say(f"rules-ex-{scoring.ex}", least=rules.exchange.least_in_bag))
        return lines

    def _turn(self) -> list[str]:
        rules, exchange = self._ruleset, self._ruleset.exchange
        # A single tile in the bag is enough for one; nobody draws more than there are.
        any_bag = exchange.least_in_bag == 1
        exchanges = self._say("rules-exchange-any" if any_bag else "rules-exchange", least=exchange.least_in_bag)
        if exchange.per_player is not None:
            exchanges += " " + self._say("rules-exchange-limit", most=exchange.per_player)
        lines = [
            self._say(f"rules-order-{rules.players.order}"),
            self._say("rules-turn", rack=rules.rack),
            exchanges,
        ]
        rule = rules.timing
        if rule is None:
            return lines
        if isinstance(rule, GameClock) and rule.penalty:
            overrun = self._say("rules-overtime", points=rule.penalty, minutes=rule.limit)
        else:
            overrun = self._say(f"rules-overrun-{rule.overrun}")
        return [*lines, f"{self._say('rules-clock', clock=self._speaker.clock(rule))} {overrun}"]

    def _words(self) -> list[str]:
        judging = self._ruleset.judging
        lines = [self._say("rules-judging-void")]
        if judging.challenges:
            time = self._speaker.duration(judging.window)
            lines = [self._say("rules-challenge", time=time), self._price(judging), self._say("rules-look-ups")]
        return [*lines, chat_words(self._speaker, count=self._ruleset.chat_words), self._say("rules-blank")]

    def _price(self, judging: Judging) -> str:
        """What a failed challenge costs."""
        if judging.mode in {"five", "ten"}:
            points = _FIVE if judging.mode == "five" else _TEN
            return self._say(f"rules-judging-points-{judging.to}-{judging.per}", points=points)
        return self._say(f"rules-judging-{judging.mode}")

    def _scores(self) -> list[str]:
        rules, scoring = self._ruleset, self._ruleset.scoring
        bingo = "rules-bingo" if scoring.bingo_when == "seven" else "rules-bingo-whole"
        lines = [self._say("rules-points"), self._say(bingo, points=scoring.bingo, tiles=rules.rack)]
        if rules.colours:
            lines.insert(1, self._say("rules-colours", colours=", ".join(self._colours())))
        return lines

    def _colours(self) -> list[str]:
        """Each colour of tiles with its points, the cheapest first."""
        values = {colour: self._ruleset.values[letter] for letter, colour in self._ruleset.colours.items()}
        return [f"{self._colour(colour)} {points}" for colour, points in sorted(values.items(), key=lambda one: one[1])]

    def _colour(self, name: str) -> str:
        message = f"rules-colour-{name}"
        return self._say(message) if self._speaker.has(message) else name

    def _end(self) -> list[str]:
        rules = self._ruleset
        lines = [self._say(f"rules-out-{rules.ending.out}"), self._run()]
        if rules.timing is not None and rules.timing.overrun == "retire":
            lines.append(f"{self._say('rules-time')} {self._racks(count=rules.ending.time_own_rack)}")
        lines += [self._say("rules-winner"), surrender(rules.players, self._speaker)]
        if rules.draw_offers:
            lines.append(self._say("rules-draws"))
        return lines

    def _run(self) -> str:
        """The run of passes or scoreless turns that ends a game, and what the racks then cost."""
        run, least = self._ruleset.ending.run, self._ruleset.players.least
        if run.each(least):
            ends = self._say("rules-run-passes-each", per_player=run.of_each)
        else:
            ends = self._say(f"rules-run-{run.counts}", turns=run.least(least), per_player=run.of_each)
        return f"{ends} {self._racks(count=run.own_rack)}"

    def _racks(self, *, count: bool) -> str:
        return self._say("rules-own-rack" if count else "rules-no-rack")
