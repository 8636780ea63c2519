"""The guide of a crossword game: its help, and its rules in a few lines, from its ruleset's own figures."""

from functools import partial
from typing import Final

from bot.families.chat_family import GameGuide
from bot.families.crossword.typed_move import centre_cell_fields
from bot.texts import Argument
from bot.wording.guide_texts import (
    INLINE_MODE_MESSAGE,
    RuleParts,
    chat_words_rule,
    compose_rules,
    player_count,
    surrender_rule,
)
from bot.wording.speaker import Speaker, localized_title
from engine.alphabet import BLANK
from engine.clock import GameClock
from engine.crossword.ruleset import Ruleset
from engine.crossword.ruleset_parts import Judging

_FIVE, _TEN = 5, 10


def crossword_guide(ruleset: Ruleset) -> GameGuide:
    """Challenges and draws are explained where there are such; look-ups where they are open."""
    challenges = ruleset.judging.has_challenges
    play = [
        "help-word-first" if ruleset.places else "help-move",
        "help-move-more",
        INLINE_MODE_MESSAGE,
        *(["help-challenge"] if challenges else []),
        *(["help-take-back"] if ruleset.take_back else []),
        *(["help-hint"] if ruleset.hint_price is not None else []),
        *(["help-draw"] if ruleset.draw_offers else []),
    ]
    return GameGuide(
        pieces_message="lobby-tiles",
        motif_message=f"motif-{ruleset.id.partition('-')[0]}",
        rules_text=partial(_rules_text, ruleset),
        play_messages=play,
        look_up_messages=["help-look", *([] if challenges else ["help-word"])],
        examples=centre_cell_fields(ruleset.columns, len(ruleset.board.rows)),
    )


def _rules_text(ruleset: Ruleset, speaker: Speaker) -> str:
    rules = CrosswordRulesText(ruleset, speaker)
    return compose_rules(rules.heading(), rules.sections(), speaker)


class CrosswordRulesText:
    """The rules of one crossword game."""

    def __init__(self, ruleset: Ruleset, speaker: Speaker) -> None:
        self._ruleset: Final = ruleset
        self._speaker: Final = speaker

    def _html(self, message: str, **arguments: Argument) -> str:
        return self._speaker.html(message, **arguments)

    def heading(self) -> str:
        """What the game is played with."""
        rules = self._ruleset
        return self._html(
            "rules-head",
            game=localized_title(rules.title, self._speaker.language),
            players=player_count(rules.players),
            columns=rules.columns,
            rows=len(rules.board.rows),
            tiles=rules.tiles,
            blanks=rules.counts.get(BLANK, 0),
            rack=rules.rack,
        )

    def sections(self) -> RuleParts:
        """The rules under their headings."""
        words = "challenges" if self._ruleset.judging.has_challenges else "words"
        return (
            ("board", self._board_lines()),
            ("turn", self._turn_lines()),
            (words, self._judging_lines()),
            ("scores", self._score_lines()),
            ("end", self._end_lines()),
        )

    def _board_lines(self) -> list[str]:
        rules, scoring = self._ruleset, self._ruleset.scoring
        signs = "".join(rules.board.rows)
        lines = [
            self._html("rules-placing"),
            self._html("rules-premiums-four" if "q" in signs else "rules-premiums"),
            self._html("rules-centre-double" if rules.board.centre_doubles else "rules-centre-plain"),
        ]
        if scoring.cell is not None:
            lines.append(self._html("rules-cell", points=scoring.cell.points))
        if "Q" in signs:
            lines.append(self._html(f"rules-four-{scoring.four_word}"))
        if "X" in signs:
            lines.append(self._html(f"rules-ex-{scoring.ex}", least=rules.exchange.least_in_bag))
        return lines

    def _turn_lines(self) -> list[str]:
        rules, exchange = self._ruleset, self._ruleset.exchange
        # A single tile in the bag is enough for one; nobody draws more than there are.
        any_bag = exchange.least_in_bag == 1
        exchanges = self._html("rules-exchange-any" if any_bag else "rules-exchange", least=exchange.least_in_bag)
        if exchange.per_player is not None:
            exchanges += " " + self._html("rules-exchange-limit", most=exchange.per_player)
        lines = [
            self._html(f"rules-order-{rules.players.order}"),
            self._html("rules-turn", rack=rules.rack),
            exchanges,
        ]
        rule = rules.clock_rule
        if rule is None:
            return lines
        if isinstance(rule, GameClock) and rule.penalty:
            overrun = self._html("rules-overtime", points=rule.penalty, minutes=rule.limit)
        else:
            overrun = self._html(f"rules-overrun-{rule.overrun}")
        return [*lines, f"{self._html('rules-clock', clock=self._speaker.clock_label(rule))} {overrun}"]

    def _judging_lines(self) -> list[str]:
        judging = self._ruleset.judging
        lines = [self._html("rules-judging-void")]
        if judging.has_challenges:
            time = self._speaker.duration(judging.window)
            lines = [
                self._html("rules-challenge", time=time),
                self._failed_challenge_line(judging),
                self._html("rules-look-ups"),
            ]
        return [*lines, chat_words_rule(self._speaker, allowed=self._ruleset.chat_words), self._html("rules-blank")]

    def _failed_challenge_line(self, judging: Judging) -> str:
        """What a failed challenge costs."""
        if judging.mode in {"five", "ten"}:
            points = _FIVE if judging.mode == "five" else _TEN
            return self._html(f"rules-judging-points-{judging.to}-{judging.per}", points=points)
        return self._html(f"rules-judging-{judging.mode}")

    def _score_lines(self) -> list[str]:
        rules, scoring = self._ruleset, self._ruleset.scoring
        bingo = "rules-bingo" if scoring.needs_full_rack else "rules-bingo-whole"
        lines = [self._html("rules-points"), self._html(bingo, points=scoring.bingo, tiles=rules.rack)]
        if rules.colours:
            lines.insert(1, self._html("rules-colours", colours=", ".join(self._colour_points())))
        return lines

    def _colour_points(self) -> list[str]:
        """Each colour of tiles with its points, the cheapest first."""
        values = {colour: self._ruleset.values[letter] for letter, colour in self._ruleset.colours.items()}
        return [
            f"{self._colour_name(colour)} {points}" for colour, points in sorted(values.items(), key=lambda one: one[1])
        ]

    def _colour_name(self, name: str) -> str:
        message = f"rules-colour-{name}"
        return self._html(message) if self._speaker.has_message(message) else name

    def _end_lines(self) -> list[str]:
        rules = self._ruleset
        lines = [self._html(f"rules-out-{rules.ending.out}"), self._run_line()]
        if rules.clock_rule is not None and rules.clock_rule.overrun == "retire":
            lines.append(f"{self._html('rules-time')} {self._rack_penalty_line(count=rules.ending.time_own_rack)}")
        lines += [self._html("rules-winner"), surrender_rule(rules.players, self._speaker)]
        if rules.draw_offers:
            lines.append(self._html("rules-draws"))
        return lines

    def _run_line(self) -> str:
        """The run of passes or scoreless turns that ends a game, and what the racks then cost."""
        run, least = self._ruleset.ending.run, self._ruleset.players.least
        if run.ends_if_each_passes(least):
            ends = self._html("rules-run-passes-each", per_player=run.own_turns_needed)
        else:
            ends = self._html(f"rules-run-{run.counts}", turns=run.fewest_turns(least), per_player=run.own_turns_needed)
        return f"{ends} {self._rack_penalty_line(count=run.own_rack)}"

    def _rack_penalty_line(self, *, count: bool) -> str:
        return self._html("rules-own-rack" if count else "rules-no-rack")
