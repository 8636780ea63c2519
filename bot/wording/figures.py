"""Words players' figures: labels of periods and games, numbers, and a player's figures line by line."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.records.player_stats import LEAST_GAMES, Measure, RankedPlayer, Span, tenths
from bot.wording.speaker import Speaker, folding_quote, isolate_name, join_lines, localized_title
from engine.figures import Figures
from engine.ratings import Rating, is_sure, points
from engine.rulesets import shipped_rulesets
from render.player_card import Fact

_TENTHS: Final = 10
_LONG: Final = 5


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """One player's figures in words."""

    name: str  # the player's name as stored
    subtitle: str  # the games and the period of the figures
    figures: Figures
    rating: Fact | None = None
    more: tuple[Fact, ...] = ()  # facts that are no sums: streaks, opponents, ratings of several groups
    curve: tuple[tuple[int, int], ...] = field(default=())  # the newest ratings, each with its day, counted from 1970


def number_text(number: int) -> str:
    """A number; from five digits on with spaces between groups of three, as all languages write it."""
    sign, digits = ("\N{MINUS SIGN}" if number < 0 else ""), str(abs(number))
    if len(digits) >= _LONG:
        digits = f"{abs(number):,}".replace(",", "\N{NO-BREAK SPACE}")
    return sign + digits


def _tenths_text(value: int, speaker: Speaker) -> str:
    whole, tenth = divmod(abs(value), _TENTHS)
    sign = "\N{MINUS SIGN}" if value < 0 else ""
    return sign + speaker.plain("stats-tenths", whole=str(whole), tenth=str(tenth))


def rating_text(rating: Rating) -> str:
    """A rating, with a question mark while uncertain; its deviation must first be widened to the day shown."""
    return f"{points(rating)}{'' if is_sure(rating) else '?'}"


def game_label(game: str, speaker: Speaker) -> str:
    """The title of a game, given by its ruleset's id; for an empty id, the label of all games."""
    if not game:
        return speaker.plain("stats-all-games")
    ruleset = shipped_rulesets().get(game)
    return game if ruleset is None else localized_title(ruleset.title, speaker.language)


def family_label(family: str, speaker: Speaker) -> str:
    """The label of a family's games."""
    message = f"stats-family-{family}"
    return speaker.plain(message) if speaker.has_message(message) else family


def span_label(span: Span, speaker: Speaker) -> str:
    """The label of a period."""
    return speaker.plain(f"stats-span-{span}")


def report_facts(report: PlayerReport, speaker: Speaker) -> list[Fact]:
    """A player's facts except rating and best word, which pictures show by themselves."""
    figures = report.figures
    if not figures.games:
        return list(report.more)

    def fact(message: str, value: str) -> Fact:
        return Fact(speaker.plain(message), value)

    def number(message: str, value: int) -> Fact:
        return fact(message, number_text(value))

    facts = [number("stats-games", figures.games), number("stats-wins", figures.wins)]
    if figures.draws:
        facts.append(number("stats-draws", figures.draws))
    facts += [
        number("stats-points", figures.points),
        fact("stats-average-game", _tenths_text(tenths(figures.points, figures.games), speaker)),
    ]
    if figures.plays:
        facts.append(fact("stats-average-play", _tenths_text(tenths(figures.play_points, figures.plays), speaker)))
    facts.append(number("stats-best-game", figures.best_game))
    facts += _round_facts(figures, speaker)
    if figures.best_play:
        best = "stats-best-round" if figures.games <= len(figures.shares) else "stats-best-play"
        facts.append(fact(best, f"{figures.best_play} {figures.best_play_word}"))
    if figures.longest_word:
        facts.append(fact("stats-longest-word", figures.longest_word))
    if figures.bingos:
        facts.append(number("stats-bingos", figures.bingos))
    if figures.challenges_won or figures.challenges_lost:
        facts.append(number("stats-challenges-won", figures.challenges_won))
        facts.append(number("stats-challenges-lost", figures.challenges_lost))
    return [*facts, *report.more]


def _round_facts(figures: Figures, speaker: Speaker) -> list[Fact]:
    if figures.share is None:
        return []
    share = speaker.plain("stats-percent", share=_tenths_text(figures.share, speaker))
    tops = Fact(speaker.plain("stats-tops"), number_text(figures.tops))
    return [Fact(speaker.plain("stats-share"), share), tops]


def player_report_html(report: PlayerReport, speaker: Speaker) -> str:
    """A player's figures as text, with all that their picture shows."""
    figures, facts = report.figures, list[Fact]()
    if figures.best_word:
        facts.append(Fact(speaker.plain("stats-best-word"), f"{figures.best_word_points} {figures.best_word}"))
    facts += report_facts(report, speaker)
    heading = f"📊 <b>{speaker.player_name(report.name)}</b>"
    return join_lines(
        " · ".join((heading, *(_fact_html(fact, speaker) for fact in (report.rating,) if fact))),
        speaker.html("stats-subtitle", what=report.subtitle),
        "" if figures.games else speaker.html("stats-nothing"),
        folding_quote(*(_fact_html(fact, speaker) for fact in facts)),
    )


def _fact_html(fact: Fact, speaker: Speaker) -> str:
    return speaker.html("stats-line", what=fact.label, value=isolate_name(fact.value))


def opponents_fact(opponents: Sequence[tuple[str, int]], speaker: Speaker) -> Fact:
    """The most frequent opponents, with the numbers of games."""
    met = ", ".join(f"{speaker.plain_name(name)} ({games})" for name, games in opponents)
    return Fact(speaker.plain("stats-opponents"), met)


@dataclass(frozen=True, slots=True)
class RankingView:
    """A ranking as it is shown."""

    measure: Measure
    span: Span
    about: str  # a ruleset's id, for ratings a family's name; empty for all games
    players: Sequence[RankedPlayer]
    own: RankedPlayer | None  # the reader's row, if the reader is not among the shown players
    reader: int
    names: Mapping[int, str]


def ranking_title(view: RankingView, speaker: Speaker) -> str:
    """What the players are ranked by; plain text."""
    return speaker.plain("top-title", measure=speaker.plain(f"top-by-{view.measure}"))


def ranking_subtitle(view: RankingView, speaker: Speaker) -> str:
    """The games and the period of a ranking; plain text."""
    if view.measure == "rating":
        return family_label(view.about, speaker) if view.about else ""
    return f"{game_label(view.about, speaker)} · {span_label(view.span, speaker)}"


def ranked_value(player: RankedPlayer, measure: Measure, speaker: Speaker) -> str:
    """The value by which a player is ranked; plain text."""
    match measure:
        case "rating":
            return f"{player.value}{'' if player.sure else '?'}"
        case "average":
            return _tenths_text(player.value, speaker)
        case "share":
            return speaker.plain("stats-percent", share=_tenths_text(player.value, speaker))
        case _:
            return number_text(player.value)


def ranking_note(view: RankingView, speaker: Speaker) -> str:
    """A note without which the ranking might be misread; plain text, may be empty."""
    shown = [*view.players, *([] if view.own is None else [view.own])]
    if not view.players:
        return speaker.plain("top-nobody")
    if view.measure == "average":
        return speaker.plain("top-least-games", games=LEAST_GAMES[view.span])
    if view.measure == "share":
        return speaker.plain("top-about-share")
    if not all(one.sure for one in shown):
        return speaker.plain("top-unsure")
    return ""


def ranking_html(view: RankingView, speaker: Speaker) -> str:
    """The ranking as text, with all that its picture shows."""
    rows = [_row_html(one, view, speaker) for one in view.players]
    own = [] if view.own is None else ["…", _row_html(view.own, view, speaker)]
    note = html.escape(ranking_note(view, speaker), quote=False)
    hidden = "" if view.span in {"week", "month"} and view.measure != "rating" else speaker.html("top-hidden")
    return join_lines(
        f"🏆 <b>{speaker.html('top-title', measure=speaker.plain(f'top-by-{view.measure}'))}</b>",
        speaker.html("stats-subtitle", what=subtitle) if (subtitle := ranking_subtitle(view, speaker)) else "",
        folding_quote(*rows, *own, note, hidden) if rows else join_lines(note, hidden),
    )


def _row_html(player: RankedPlayer, view: RankingView, speaker: Speaker) -> str:
    name = speaker.player_name(view.names.get(player.user, ""))
    row = f"{player.place}. {name} {ranked_value(player, view.measure, speaker)}"
    return f"<b>{row}</b>" if player.user == view.reader else row
