"""Count the places offered for a word against those that the plain search finds, and the taps that play it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Final, NamedTuple

from engine.alphabet import BLANK
from engine.crossword.movegen import PlayFinder
from engine.crossword.search import SearchQuery
from engine.crossword.shipped import crossword_rulesets
from engine.crossword.state import GameState
from engine.lexicon import load_lexicon
from tests.support.boards import random_positions, shared_searcher
from tests.support.chat_harness import KIRAZ, BotHarness
from tests.support.chat_steps import type_query
from tests.support.games import game, with_fields
from tools.newcomer.taps import Chat, Json, Place, Speller, Tiles, keys_of, kind_of

_PLAYED: Final = 25


def legal_plays(state: GameState, tiles: Iterable[str]) -> dict[Tiles, tuple[int, str]]:
    """Find all plays of these tiles by the plain search: score and word by letters on cells, with the best blanks."""
    finder = PlayFinder(state.ruleset, state.cells, load_lexicon(state.ruleset.lexicon), state.bonus)
    plays = sorted(finder.legal_plays(tuple(tiles)), key=lambda play: play.score)
    return {
        frozenset((put.cell, put.tile.removeprefix(BLANK)) for put in play.tiles): (play.score, play.word)
        for play in plays
    }


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
    def __init__(self) -> None:
        self.asked = self.offered = self.illegal = self.missing = 0
        self.ranks: list[int] = []
        self.most_illegal = 0

    def add(self, places: Sequence[Place], legal: dict[Tiles, tuple[int, str]], word: str, own: str) -> None:
        """Count a list of places; ``legal`` plays of the allowed rack; ``own``: the letters to lay, empty for any."""
        wrong = sum(place.tiles is None or place.tiles not in legal for place in places)
        self.asked += 1
        self.offered += len(places)
        self.illegal += wrong
        self.most_illegal = max(self.most_illegal, wrong)
        wanted = {tiles for tiles, (_, formed) in legal.items() if formed == word and len(tiles) > 1}
        exact = {tiles for tiles in wanted if not own or Counter(letter for _, letter in tiles) == Counter(own)}
        self.missing += len(exact - {place.tiles for place in places})
        scores = [legal[place.tiles][0] if place.tiles in legal else None for place in places]
        known = [score for score in scores if score is not None]
        if known:
            self.ranks.append(1 + scores.index(max(known)))

    def figures(self) -> Json:
        ranks = sorted(self.ranks) or [0]
        return {
            "asked": self.asked,
            "offered": self.offered,
            "illegal": self.illegal,
            "most illegal": self.most_illegal,
            "missing": self.missing,
            "best play's rank, mean": round(sum(ranks) / len(ranks), 2),
            "worst": ranks[-1],
        }


async def count_places(house: BotHarness, name: str, positions: int) -> Json:
    rules, chance = crossword_rulesets()[name], Random(1)  # noqa: S311 - no secret
    group = Chat(await house.new_group(rules.language, status="member"), KIRAZ)
    private = Chat(await house.private_chat(KIRAZ, rules.language), KIRAZ)
    public, own, inline = Tally(), Tally(), Tally()
    taps: list[int] = []
    not_played = number = 0
    board: Json | None = None
    for query in random_positions(rules, load_lexicon(rules.lexicon), shared_searcher(), chance):
        if public.asked >= positions:
            break
        number += 1
        asked = choose_word(query, number, chance)
        if asked is None:
            continue
        state = with_fields(
            game(name, racks=["".join(query.rack), ""], options=refusing_options(name)),
            cells=query.cells,
            bonus=query.bonus,
        )
        await house.forget_user_games(KIRAZ)
        await group.talk.put_table(state)
        await house.advance_time(90)
        board = board or (await group.say("/tahta"))[-1]
        answers = await group.say(asked.word, board["message_id"])
        places = await group.list_places(answers[-1], asked.word, state) if answers else []
        public.add(places, legal_plays(state, asked.word), asked.word, "")
        legal = legal_plays(state, asked.own)
        found = await type_query(group.talk, KIRAZ, asked.word)
        titles = [{"text": title, "callback_data": title} for title in found.titles]
        inline.add(
            [place for title in titles if (place := group.read_place(title, asked.word, state))],
            legal_plays(state, state.players[0].rack) if titles else {},
            asked.word,
            asked.own,
        )
        opened = (await private.say("/raf"))[-1]
        speller = Speller(private, state, asked.word, asked.own)
        await speller.spell(opened)
        own.add(speller.offered, legal, asked.word, asked.own)
        if asked.kind == "play" and len(taps) < _PLAYED:
            played = await count_taps(group, private, state, asked, legal)
            taps += [] if played is None else [played - len(asked.word)]
            not_played += played is None
    return {
        "replied word": public.figures(),
        "own board": own.figures(),
        "inline": inline.figures(),
        "taps beyond the letters": {"mean": round(sum(taps) / max(1, len(taps)), 2), "most": max(taps, default=0)},
        "plays that no taps reach": not_played,
    }


def refusing_options(name: str) -> dict[str, str]:
    offered = crossword_rulesets()[name].options()
    wished = {"clock": "none", "challenge": "void"}
    return {option: value for option, value in wished.items() if option in offered and value in offered[option].values}


async def count_taps(
    group: Chat, private: Chat, state: GameState, asked: Asked, legal: dict[Tiles, tuple[int, str]]
) -> int | None:
    """Count the taps from the group's board to the best play of a word; ``None`` if they do not lead there."""
    plays = [(score, sorted(tiles)) for tiles, (score, word) in legal.items() if word == asked.word]
    if not plays:
        return None
    target = frozenset(max(plays)[1])
    board = (await group.say("/tahta"))[-1]
    group.taps = private.taps = 0
    await group.tap(board, next(key for key in keys_of(board) if kind_of(key) == "rack"))
    page = private.newest("own")
    speller = Speller(private, state, asked.word, asked.own)
    await speller.spell(page)
    with suppress(LookupError):
        if await speller.play(page, target):
            now = await group.talk.load_current_game()
            if now.number == state.number + 1:
                return group.taps + private.taps
    return None
