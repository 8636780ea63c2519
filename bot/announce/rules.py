"""The rules of every game in a few lines under headings, made of each ruleset's own figures."""

from collections.abc import Sequence
from typing import Final

from bot.announce.terms import Terms, title
from bot.texts import Argument, Texts
from engine.clock import GameClock
from engine.crossword.endings import run_length
from engine.crossword.ruleset import BLANK, Judging
from engine.crossword.ruleset import Ruleset as CrosswordRuleset
from engine.klepka.ruleset import Ruleset as KlepkaRuleset
from engine.parameters import Players
from engine.rulesets import Ruleset

_FIVE, _TEN = 5, 10
_PAIR = 2


def rules_text(ruleset: Ruleset, texts: Texts, language: str) -> str:
    """A game's rules as HTML: what it is played with, then the rules in bulleted lines under headings."""
    if isinstance(ruleset, KlepkaRuleset):
        klepka = _Klepka(ruleset, texts, language)
        head, parts = klepka.head(), klepka.parts()
    else:
        crossword = _Crossword(ruleset, texts, language)
        head, parts = crossword.head(), crossword.parts()
    told = ("\n".join((f"<b>{texts.html(language, f'rules-part-{name}')}</b>", *lines)) for name, lines in parts)
    return "\n\n".join((head, *told))


Parts = Sequence[tuple[str, Sequence[str]]]
"""The names of headings, each with its lines."""


class _Sayer:
    """One language of the interface."""

    def __init__(self, texts: Texts, language: str) -> None:
        self._texts: Final = texts
        self._language: Final = language
        self._terms: Final = Terms(texts, language)

    def _say(self, message: str, **arguments: Argument) -> str:
        return self._texts.html(self._language, message, **arguments)

    def _chat_words(self, ruleset: Ruleset) -> str:
        return self._say("rules-chat-words" if ruleset.chat_words else "rules-list-alone")

    def _surrender(self, players: Players) -> str:
        return self._say("rules-surrender-pair" if players.most == _PAIR else "rules-surrender")


class _Crossword(_Sayer):
    """The rules of one game on a board."""

    def __init__(self, ruleset: CrosswordRuleset, texts: Texts, language: str) -> None:
        super().__init__(texts, language)
        self._ruleset: Final = ruleset

    def head(self) -> str:
        rules = self._ruleset
        return self._say(
            "rules-head",
            game=title(rules.title, self._language),
            players=_range(rules.players),
            columns=rules.columns,
            rows=len(rules.board.rows),
            tiles=rules.tiles,
            blanks=rules.counts.get(BLANK, 0),
            rack=rules.rack,
        )

    def parts(self) -> Parts:
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
        exchanges = self._say("rules-exchange", least=exchange.least_in_bag)
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
        return [*lines, f"{self._say('rules-clock', clock=self._terms.clock(rule))} {overrun}"]

    def _words(self) -> list[str]:
        judging = self._ruleset.judging
        lines = [self._say("rules-judging-void")]
        if judging.challenges:
            time = self._terms.duration(judging.window)
            lines = [self._say("rules-challenge", time=time), self._price(judging), self._say("rules-look-ups")]
        return [*lines, self._chat_words(self._ruleset), self._say("rules-blank")]

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
        return self._say(message) if self._texts.has(self._language, message) else name

    def _end(self) -> list[str]:
        rules = self._ruleset
        lines = [self._say(f"rules-out-{rules.ending.out}"), self._run()]
        if rules.timing is not None and rules.timing.overrun == "retire":
            lines.append(f"{self._say('rules-time')} {self._racks(count=rules.ending.time_own_rack)}")
        lines += [self._say("rules-winner"), self._surrender(rules.players)]
        if rules.draw_offers:
            lines.append(self._say("rules-draws"))
        return lines

    def _run(self) -> str:
        """The run of passes or scoreless turns that ends a game, and what the racks then cost."""
        run, least = self._ruleset.ending.run, self._ruleset.players.least
        if run.each(least):
            ends = self._say("rules-run-passes-each", per_player=run.per_player)
        else:
            ends = self._say(f"rules-run-{run.counts}", turns=run_length(run, least), per_player=run.per_player)
        return f"{ends} {self._racks(count=run.own_rack)}"

    def _racks(self, *, count: bool) -> str:
        return self._say("rules-own-rack" if count else "rules-no-rack")


class _Klepka(_Sayer):
    """The rules of the game of cards."""

    def __init__(self, ruleset: KlepkaRuleset, texts: Texts, language: str) -> None:
        super().__init__(texts, language)
        self._ruleset: Final = ruleset

    def head(self) -> str:
        deck = self._ruleset.cards
        return self._say(
            "rules-klepka-head",
            game=title(self._ruleset.title, self._language),
            players=_range(self._ruleset.players),
            cards=deck.cards,
            rewards=sum(deck.rewards.values()),
        )

    def parts(self) -> Parts:
        rules, say = self._ruleset, self._say
        allowed = rules.options()["words"].default
        return (
            ("turn", self._turn()),
            (
                "words",
                (
                    say(f"rules-klepka-{allowed}"),
                    say("rules-klepka-words"),
                    say(f"rules-klepka-repeats-{rules.repeats}"),
                    self._chat_words(rules),
                ),
            ),
            ("scores", (say("rules-klepka-points"), say(f"rules-klepka-double-{rules.double}"))),
            (
                "rewards",
                (
                    say("rules-klepka-polysemy"),
                    say("rules-klepka-exchange"),
                    say("rules-klepka-chaos"),
                    say("rules-klepka-rewards"),
                ),
            ),
            (
                "end",
                (
                    say("rules-klepka-end"),
                    say("rules-klepka-win", win=rules.instant_win),
                    say("rules-winner"),
                    self._surrender(rules.players),
                ),
            ),
        )

    def _turn(self) -> list[str]:
        rules, say = self._ruleset, self._say
        lines = [
            say(f"rules-order-{rules.players.order}"),
            say("rules-klepka-turn"),
            say("rules-klepka-pairs"),
            say("rules-klepka-again"),
        ]
        if rules.timing is not None:
            clock = say("rules-clock", clock=self._terms.clock(rules.timing))
            lines.append(f"{clock} {say('rules-klepka-overrun')}")
        return lines


def _range(players: Players) -> str:
    return str(players.least) if players.least == players.most else f"{players.least}–{players.most}"
