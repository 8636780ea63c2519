"""Count the places offered for a word against those that the plain search finds, and the taps that play it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Final, NamedTuple

from bot.families.crossword.inline_results import MOST_INLINE_PLACEMENTS
from bot.families.duplicate.answers import MOST_PLACES_OFFERED
from engine.alphabet import BLANK
from engine.crossword.movegen import PlayFinder
from engine.crossword.search import SearchQuery
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.duplicate.ruleset import Ruleset as DuplicateRuleset
from engine.duplicate.state import GameState as DuplicateState
from engine.duplicate.state import Round
from engine.duplicate.tops import name_play
from engine.lexicon import load_lexicon
from engine.rulesets import shipped_rulesets
from tests.support.boards import random_positions, shared_searcher
from tests.support.chat_harness import KIRAZ, LIMON, BotHarness
from tests.support.chat_steps import type_query
from tests.support.duplicate import started
from tests.support.games import NOW, game, with_fields
from tools.newcomer.taps import Chat, Json, Place, Speller, Tiles, keys_of, kind_of

_PLAYED: Final = 25
_LONG: Final = timedelta(days=30)


def legal_plays(state: GameState, tiles: Iterable[str], word: str = "") -> dict[Tiles, tuple[int, str]]:
    """What the plain search finds for these tiles: score and word by letters on cells, the best where blanks differ.

    ``word``: if not empty, only its letters are laid, by tiles or blanks.
    """
    finder = PlayFinder(state.ruleset, state.cells, load_lexicon(state.ruleset.lexicon), state.bonus)
    rack = Counter(tiles)
    held = (rack & Counter(word)) + Counter({BLANK: rack[BLANK]}) if word else rack
    letters = tuple(dict.fromkeys(word)) if word else tuple(face for face in held if face != BLANK)
    search = finder.search_with([*held.elements()], letters)
    plays = (play for anchor in finder.find_anchors() for play in search.plays_at(anchor))
    found = [play for play in plays if len(play.tiles) <= state.ruleset.rack]
    return {
        frozenset((put.cell, put.tile.removeprefix(BLANK)) for put in play.tiles): (play.score, play.word)
        for play in sorted(found, key=lambda play: play.score)
    }


def spell(tiles: Tiles) -> str:
    """The letters of tiles along their line."""
    return "".join(letter for _, letter in sorted(tiles, key=lambda put: (put[0][:1], int(put[0][1:]))))


class Asked(NamedTuple):
    """A word to ask for: the way of asking, the word, and its letters that come from the rack."""

    kind: str
    word: str
    own: str


def choose_word(query: SearchQuery, number: int, chance: Random) -> Asked | None:
    words, plain = load_lexicon(query.ruleset.lexicon), tuple(face for face in query.rack if face != BLANK)
    kind = ("play", "word", "play", "letters")[number % 4]
    cells = query.cells if kind == "play" else ("",) * len(query.cells)
    asked = SearchQuery(query.ruleset, cells, plain, query.bonus)
    plays = [play.play for play in shared_searcher().find_best_plays(asked, words, 12)] if plain else []
    if kind == "letters" or not plays:
        letters = "".join(chance.sample(plain, min(len(plain), chance.randint(2, 5))))
        return Asked("letters", letters, letters) if len(letters) > 1 else None
    play = chance.choice(plays)
    return Asked(kind, play.word, "".join(put.tile for put in play.tiles))


class Tally:
    """``most``: the places that a list names at most; ``None`` if all."""

    def __init__(self, most: int | None = None) -> None:
        self._most: Final = most
        self.asked = self.offered = self.illegal = self.missing = 0
        self.ranks: list[int] = []

    def add(
        self, places: Sequence[Place], legal: dict[Tiles, tuple[int, str]], word: str, spelled: str | None = None
    ) -> None:
        """One list. ``legal`` by the rack that it may know; ``spelled`` the tiles in order, ``None`` if any may lie."""
        self.asked += 1
        self.offered += len(places)
        self.illegal += sum(place.tiles is None or place.tiles not in legal for place in places)
        wanted = {tiles for tiles, (_, formed) in legal.items() if formed == word and len(tiles) > 1}
        if len(places) != self._most:
            named = wanted if spelled is None else {tiles for tiles in wanted if spell(tiles) == spelled}
            self.missing += len(named - {place.tiles for place in places})
        scores = [legal[place.tiles][0] if place.tiles in legal else None for place in places]
        if known := [score for score in scores if score is not None]:
            self.ranks.append(1 + scores.index(max(known)))

    def figures(self) -> Json:
        first = sum(rank == 1 for rank in self.ranks)
        return {
            "asked": self.asked,
            "lists": len(self.ranks),
            "offered": self.offered,
            "illegal": self.illegal,
            "missing": self.missing,
            "best play first": f"{first / max(1, len(self.ranks)):.1%}",
        }


class Lists:
    """The lists of places that one player is shown of one game, counted over positions."""

    def __init__(self, group: Chat, private: Chat, *, are_for_group: bool, most_typed: int | None) -> None:
        self._group: Final = group
        self._private: Final = private
        self.tallies: Final = {
            **({"replied word": Tally()} if are_for_group else {}),
            "word in private": Tally(most_typed),
            "inline": Tally(MOST_INLINE_PLACEMENTS),
            "own board": Tally(),
        }

    async def count(self, position: GameState, asked: Asked, board: Json | None) -> None:
        group, private, rack = self._group, self._private, position.players[0].rack
        by_rack = legal_plays(position, rack, asked.word)
        if board is not None:
            answers = await group.say(asked.word, board["message_id"])
            places = await group.list_places(answers[-1], asked.word, position) if answers else []
            self.tallies["replied word"].add(places, legal_plays(position, asked.word), asked.word)
        answers = await private.say(asked.word)
        places = await private.list_places(answers[-1], asked.word, position) if answers else []
        self.tallies["word in private"].add(places, by_rack, asked.word)
        found = await type_query(group.talk, KIRAZ, asked.word)
        titles = [{"text": title, "callback_data": title} for title in found.titles]
        places = [place for title in titles if (place := group.read_place(title, asked.word, position))]
        self.tallies["inline"].add(places, by_rack, asked.word)
        speller = Speller(private, position, asked.own)
        await speller.spell((await private.say("/raf"))[-1])
        own = legal_plays(position, asked.own)
        self.tallies["own board"].add(speller.offered, own, asked.word, speller.tapped)


async def count_places(house: BotHarness, name: str, positions: int) -> Json:
    ruleset, chance = shipped_rulesets()[name], Random(1)  # noqa: S311 - no secret
    is_duplicate = isinstance(ruleset, DuplicateRuleset)
    rules = ruleset.crossword if isinstance(ruleset, DuplicateRuleset) else crossword_rulesets()[name]
    group = Chat(await house.new_group(rules.language, status="member"), KIRAZ)
    private = Chat(await house.private_chat(KIRAZ, rules.language), KIRAZ)
    lists = Lists(
        group,
        private,
        are_for_group=not is_duplicate,
        most_typed=MOST_PLACES_OFFERED if is_duplicate else None,
    )
    taps: list[int] = []
    not_played = number = 0
    board: Json | None = None
    for query in random_positions(rules, load_lexicon(rules.lexicon), shared_searcher(), chance):
        if lists.tallies["own board"].asked >= positions:
            break
        number += 1
        asked = choose_word(query, number, chance)
        table = _to_table(name, query) if asked is not None else None
        if asked is None or table is None:
            continue
        await house.forget_user_games(KIRAZ)
        await group.talk.put_table(table)
        await house.advance_time(90)
        if isinstance(table, DuplicateState):
            await lists.count(table.position, asked, None)
            continue
        board = board or (await group.say("/tahta"))[-1]
        await lists.count(table, asked, board)
        if asked.kind == "play" and len(asked.own) > 1 and len(taps) < _PLAYED:
            played = await count_taps(group, private, table, asked, legal_plays(table, asked.own))
            taps += [] if played is None else [played - len(asked.word)]
            not_played += played is None
    counted: Json = {kind: tally.figures() for kind, tally in lists.tallies.items()}
    if not is_duplicate:
        counted["taps beyond the letters"] = {
            "mean": round(sum(taps) / max(1, len(taps)), 2),
            "most": max(taps, default=0),
        }
        counted["plays that no taps reach"] = not_played
    return counted


def _to_table(name: str, query: SearchQuery) -> GameState | DuplicateState | None:
    """A game in a position, at a table that tells of words; ``None`` if Duplicate would open no round there."""
    if name in crossword_rulesets():
        rack = "".join(query.rack)
        begun = game(name, racks=[rack, ""], options=refusing_options(name))
        return with_fields(begun, cells=query.cells, bonus=query.bonus)
    words = load_lexicon(query.ruleset.lexicon)
    best = shared_searcher().find_best_plays(SearchQuery(query.ruleset, query.cells, query.rack), words, 1)
    if not best:
        return None
    top = name_play(best[0].play.tiles, best[0].play.score, query.cells, query.ruleset)
    round_ = Round(1, query.rack, NOW, NOW + _LONG, top, "", several_words=False, best=(top,))
    return with_fields(started((KIRAZ, LIMON), name), cells=query.cells, round=round_, opens=None)


def refusing_options(name: str) -> dict[str, str]:
    """The options of a table where a word that does not count is refused, and places are offered."""
    offered = crossword_rulesets()[name].options()
    wished = {"clock": "none", "challenge": "void", "places": "on"}
    return {option: value for option, value in wished.items() if option in offered and value in offered[option].values}


async def count_taps(
    group: Chat, private: Chat, state: GameState, asked: Asked, legal: dict[Tiles, tuple[int, str]]
) -> int | None:
    """Taps from the group's board to the best play of a word; ``None`` if they do not lead there."""
    scores = {
        tiles: score for tiles, (score, word) in legal.items() if word == asked.word and spell(tiles) == asked.own
    }
    targets = [tiles for tiles, score in scores.items() if score == max(scores.values())]
    board = (await group.say("/tahta"))[-1]
    group.taps = private.taps = 0
    await group.tap(board, next(key for key in keys_of(board) if kind_of(key) == "rack"))
    page = private.newest("own")
    speller = Speller(private, state, asked.own)
    await speller.spell(page)
    with suppress(LookupError):
        if await speller.play(page, targets):
            now = await group.talk.load_current_game()
            if now.number == state.number + 1:
                return group.taps + private.taps
    return None
