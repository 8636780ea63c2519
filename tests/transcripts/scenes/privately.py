"""Private chats: racks, exchanges by ticking, previews, moves written there, deep links; and whispers of EX cells."""

from random import Random

from tests.transcripts import minds
from tests.transcripts.scenes.boards import turn
from tests.transcripts.scenes.room import HURMA, KIRAZ, LIMON, NANE, ZEYTIN, Room, room
from tests.transcripts.stage import Stage


async def play(stage: Stage) -> None:
    """In each language, in a group and in a supergroup with a link."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.do({"do": "title", "text": f"private chats in {language}"})
        chat = -1_001_000_001_800 - number
        place = await room(stage, chat, language, **({"username": "masa_grubu"} if number == 1 else {}))
        mine = Room(stage, LIMON, language)
        for text in (
            "/start",
            "/raf",
            "hello",
            "H8 KALEM",
            "1 2",
            f"/start r{chat}",
            "/dene H8 KALEM",
            "/play H8 KALEM",
        ):
            await mine.say(LIMON, text)
        await mine.say(LIMON, f"/dil {language}")
        await place.deal("scrabble-tr" if number == 0 else "scrabble-en", 2, "clock=none")
        await place.ask(ZEYTIN, "rack")
        await _racks(place, mine, number)
        await _tries(place, mine)
        await _whispers(await room(stage, -1850 - number, language))
        await place.end()


async def _racks(place: Room, mine: Room, number: int) -> None:
    for text in ("/raf", f"/start r{place.id}", f"/start r{place.id}_5", "/skor", "/tahta", "/torba", "/sure", "/yeni"):
        await mine.say(LIMON, text)
    await place.ask(LIMON, "rack")
    await place.ask(HURMA, "rack")
    state = await place.board()
    while state.players[state.turn].user != LIMON:
        await turn(place, state, Random(f"racks {number}"), 0)
        state = await place.board()
    await mine.say(LIMON, "/raf")
    old = mine.stage.newest(LIMON)
    await mine.forge(LIMON, mine.labelled("🔄"), old)
    for tile in (0, 1, 2, 1):
        await mine.tap(LIMON, "mine", tile, old)
    data = mine.labelled("🔄")
    await mine.forge(KIRAZ, data, old)
    await place.forge(LIMON, data)
    await mine.forge(LIMON, data, old)
    await mine.forge(LIMON, data, old)
    await mine.tap(LIMON, "mine", 0, old)
    await mine.forge(LIMON, f"mine:{state.commitment[:8]}:{LIMON:x}:{state.number}:0000:x9999")
    for theme in ("dark", "nosuch"):
        await mine.ask(LIMON, "theme", theme)
    await mine.say(LIMON, "/raf")


async def _tries(place: Room, mine: Room) -> None:
    await place.ask(LIMON, "try", "H8 KALEM")
    for number in range(5):
        state = await place.board()
        action = minds.move(state, Random(f"tries {number}"))
        person = state.players[state.turn].user
        if not isinstance(action, minds.Place) or person != LIMON:
            await turn(place, state, Random(f"tries {number}"), number)
            continue
        text = minds.typed(state, action, mine.language, number)
        await mine.ask(LIMON, "try", text)
        preview = mine.stage.newest(LIMON)
        for bad in ("", "H8", "A1 QQQQQQ", "Z9 → A"):
            await mine.ask(LIMON, "try", bad)
        if number % 2:
            await mine.say(LIMON, text)
            await mine.tap(LIMON, "lay", 0, preview)
        else:
            await mine.tap(LIMON, "lay", 0, preview)
            await mine.tap(LIMON, "lay", 0, preview)
    for number in range(4):
        state = await place.board()
        waiting = minds.move(state, Random(f"later {number}"))
        if isinstance(waiting, minds.Place) and state.players[state.turn].user == LIMON:
            await mine.ask(LIMON, "pass")
            await mine.ask(LIMON, "try", minds.typed(state, waiting, mine.language, 0))
        else:
            await turn(place, state, Random(f"later {number}"), 0)
    for number in range(2):
        await mine.ask(LIMON, "exchange", "1")
        await mine.ask(LIMON, "bag")
        await turn(place, await place.board(), Random(f"even later {number}"), 0)
    await mine.ask(LIMON, "surrender")
    await mine.tap(LIMON, "no")


async def _whispers(place: Room) -> None:
    """An EX cell is covered, of both kinds: the tables are played until it is."""
    for options in ("ex=bag challenge=void", "ex=swap challenge=void"):
        await place.deal("wordbox-en", 3, options)
        for number in range(40):
            state = await place.board()
            if state.outcome is not None:
                break
            best = minds.covering(state, Random(f"{options} {number}"))
            if best is not None:
                person = state.players[state.turn].user
                await place.ask(person, "play", minds.typed(state, best, place.language, 0))
                if minds.covers(state, best):
                    break
            else:
                await turn(place, state, Random(f"{options} {number}"), 0)
        await Room(place.stage, NANE, place.language).ask(NANE, "rack")
        several = await room(place.stage, place.id - 30, place.language)
        await several.deal("kelimelik", 2)
        await Room(place.stage, LIMON, place.language).ask(LIMON, "score")
        await Room(place.stage, LIMON, place.language).ask(LIMON, "try", "H8 CAT")
        await several.end()
        await place.end()
