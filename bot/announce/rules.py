"""The rules of crossword games in a few lines, made of each ruleset's own figures."""

from bot.announce.terms import Terms
from bot.announce.wording import Wording
from bot.texts import Texts
from engine.clock import GameClock
from engine.crossword.ruleset import BLANK, Judging, Ruleset

_FIVE, _TEN = 5, 10
_PAIR = 2


def rules_text(ruleset: Ruleset, texts: Texts, language: str) -> str:
    """A game's rules as HTML."""
    return "\n".join((*_setting(ruleset, texts, language), *_turns(ruleset, texts, language)))


def _setting(ruleset: Ruleset, texts: Texts, language: str) -> list[str]:
    """Players, board, tiles, how words are placed and scored."""
    say, players, scoring = texts.html, ruleset.players, ruleset.scoring
    lines = [
        say(
            language,
            "rules-head",
            game=Wording(texts, language).title(ruleset.title),
            players=str(players.least) if players.least == players.most else f"{players.least}–{players.most}",
            columns=ruleset.columns,
            rows=len(ruleset.board.rows),
            tiles=ruleset.tiles,
            blanks=ruleset.counts.get(BLANK, 0),
            rack=ruleset.rack,
        ),
        say(language, f"rules-order-{players.order}"),
        say(language, "rules-placing"),
    ]
    lines.append(say(language, "rules-premiums"))
    lines.append(say(language, "rules-centre-double" if ruleset.board.centre_doubles else "rules-centre-plain"))
    bingo = "rules-bingo" if scoring.bingo_when == "seven" else "rules-bingo-whole"
    lines.append(say(language, bingo, points=scoring.bingo, tiles=ruleset.rack))
    if scoring.cell is not None:
        lines.append(say(language, "rules-cell", points=scoring.cell.points))
    signs = "".join(ruleset.board.rows)
    if "Q" in signs:
        lines.append(say(language, f"rules-four-{scoring.four_word}"))
    if "X" in signs:
        lines.append(say(language, f"rules-ex-{scoring.ex}", least=ruleset.exchange.least_in_bag))
    return lines


def _turns(ruleset: Ruleset, texts: Texts, language: str) -> list[str]:
    """Exchanges, endings, challenges, draws, time."""
    say, exchange = texts.html, ruleset.exchange
    lines = [say(language, "rules-exchange", least=exchange.least_in_bag)]
    if exchange.per_player is not None:
        lines.append(say(language, "rules-exchange-limit", most=exchange.per_player))
    lines.append(say(language, f"rules-out-{ruleset.ending.out}"))
    lines.append(_run(ruleset, texts, language))
    lines.append(say(language, "rules-winner"))
    lines.append(say(language, "rules-surrender-pair" if ruleset.players.most == _PAIR else "rules-surrender"))
    lines += _judging(ruleset.judging, texts, language)
    if ruleset.draw_offers:
        lines.append(say(language, "rules-draws"))
    return lines + _time(ruleset, texts, language)


def _run(ruleset: Ruleset, texts: Texts, language: str) -> str:
    """The run of passes or scoreless turns that ends a game, and what the racks then cost."""
    run, least = ruleset.ending.run, ruleset.players.least
    racks = texts.html(language, "rules-own-rack" if run.own_rack else "rules-no-rack")
    if run.counts == "passes" and run.turns <= run.per_player * least:
        ends = texts.html(language, "rules-run-passes-each", per_player=run.per_player)
    else:
        turns = max(run.turns, run.per_player * least)
        ends = texts.html(language, f"rules-run-{run.counts}", turns=turns, per_player=run.per_player)
    return f"{ends} {racks}"


def _judging(judging: Judging, texts: Texts, language: str) -> list[str]:
    if not judging.challenges:
        return [texts.html(language, "rules-judging-void")]
    time = Terms(texts, language).duration(judging.window)
    lines = [texts.html(language, "rules-challenge", time=time)]
    if judging.mode in {"five", "ten"}:
        points = _FIVE if judging.mode == "five" else _TEN
        lines.append(texts.html(language, f"rules-judging-points-{judging.to}-{judging.per}", points=points))
    else:
        lines.append(texts.html(language, f"rules-judging-{judging.mode}"))
    return lines


def _time(ruleset: Ruleset, texts: Texts, language: str) -> list[str]:
    rule = ruleset.timing
    if rule is None:
        return []
    say = texts.html
    lines = [say(language, "rules-clock", clock=Terms(texts, language).clock(rule))]
    if isinstance(rule, GameClock) and rule.penalty:
        lines.append(say(language, "rules-overtime", points=rule.penalty, minutes=rule.limit))
    else:
        lines.append(say(language, f"rules-overrun-{rule.overrun}"))
    if ruleset.ending.time_own_rack:
        lines.append(say(language, "rules-time-own-rack"))
    return lines
