"""Private chats: racks, exchanges by ticking, previews, moves written there, deep links; and whispers of EX cells."""

from random import Random

from tests.transcripts import simulated_players
from tests.transcripts.scenes.boards import play_turn
from tests.transcripts.scenes.room import HURMA, KIRAZ, LIMON, NANE, ZEYTIN, SceneRoom, open_group
from tests.transcripts.stage import RecordingStage


async def play(stage: RecordingStage) -> None:
    """In each language, in a group and in a supergroup with a link."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.run_op({"do": "title", "text": f"private chats in {language}"})
        chat = -1_001_000_001_800 - number
        place = await open_group(stage, chat, language, **({"username": "masa_grubu"} if number == 1 else {}))
        mine = SceneRoom(stage, LIMON, language)
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
        await place.open_and_begin("scrabble-tr" if number == 0 else "scrabble-en", 2, "clock=none")
        await place.give_command(ZEYTIN, "rack")
        await _racks(place, mine, number)
        await _try_previews(place, mine)
        await _cover_ex_cells(await open_group(stage, -1850 - number, language))
        await place.cancel_table()


async def _racks(place: SceneRoom, mine: SceneRoom, number: int) -> None:
    for text in (
        "/raf",
        f"/start r{place.chat_id}",
        f"/start r{place.chat_id}_5",
        "/skor",
        "/tahta",
        "/torba",
        "/sure",
        "/yeni",
    ):
        await mine.say(LIMON, text)
    await place.give_command(LIMON, "rack")
    await place.give_command(HURMA, "rack")
    state = await place.load_crossword()
    while state.players[state.turn].user != LIMON:
        await play_turn(place, state, Random(f"racks {number}"), 0)
        state = await place.load_crossword()
    await mine.say(LIMON, "/raf")
    old = mine.stage.newest_with_buttons(LIMON)
    await mine.forge_tap(LIMON, mine.data_of_label("🔄"), old)
    for tile in (0, 1, 2, 1):
        await mine.tap_kind(LIMON, "own", tile, old)
    data = mine.data_of_label("🔄")
    await mine.forge_tap(KIRAZ, data, old)
    await place.forge_tap(LIMON, data)
    await mine.forge_tap(LIMON, data, old)
    await mine.forge_tap(LIMON, data, old)
    await mine.tap_kind(LIMON, "own", 0, old)
    await mine.forge_tap(LIMON, f"own:{state.commitment[:8]}:{LIMON:x}:{state.number}:0000:x9999")
    for theme in ("dark", "nosuch"):
        await mine.give_command(LIMON, "theme", theme)
    await mine.say(LIMON, "/raf")


async def _try_previews(place: SceneRoom, mine: SceneRoom) -> None:
    await place.give_command(LIMON, "try", "H8 KALEM")
    for number in range(5):
        state = await place.load_crossword()
        action = simulated_players.random_legal_move(state, Random(f"tries {number}"))
        person = state.players[state.turn].user
        if not isinstance(action, simulated_players.Place) or person != LIMON:
            await play_turn(place, state, Random(f"tries {number}"), number)
            continue
        text = simulated_players.typed_play(state, action, mine.language, number)
        await mine.give_command(LIMON, "try", text)
        preview = mine.stage.newest_with_buttons(LIMON)
        for bad in ("", "H8", "A1 QQQQQQ", "Z9 → A"):
            await mine.give_command(LIMON, "try", bad)
        if number % 2:
            await mine.say(LIMON, text)
            await mine.tap_kind(LIMON, "lay", 0, preview)
        else:
            await mine.tap_kind(LIMON, "lay", 0, preview)
            await mine.tap_kind(LIMON, "lay", 0, preview)
    for number in range(4):
        state = await place.load_crossword()
        waiting = simulated_players.random_legal_move(state, Random(f"later {number}"))
        if isinstance(waiting, simulated_players.Place) and state.players[state.turn].user == LIMON:
            await mine.give_command(LIMON, "pass")
            await mine.give_command(LIMON, "try", simulated_players.typed_play(state, waiting, mine.language, 0))
        else:
            await play_turn(place, state, Random(f"later {number}"), 0)
    for number in range(2):
        await mine.give_command(LIMON, "exchange", "1")
        await mine.give_command(LIMON, "bag")
        await play_turn(place, await place.load_crossword(), Random(f"even later {number}"), 0)
    await mine.give_command(LIMON, "surrender")
    await mine.tap_kind(LIMON, "no")


async def _cover_ex_cells(place: SceneRoom) -> None:
    """An EX cell is covered, of both kinds: the tables are played until it is."""
    for options in ("ex=bag challenge=void", "ex=swap challenge=void"):
        await place.open_and_begin("wordbox-en", 3, options)
        for number in range(40):
            state = await place.load_crossword()
            if state.outcome is not None:
                break
            best = simulated_players.play_covering_ex_cell(state, Random(f"{options} {number}"))
            if best is not None:
                person = state.players[state.turn].user
                await place.give_command(person, "play", simulated_players.typed_play(state, best, place.language, 0))
                if simulated_players.covers_ex_cell(state, best):
                    break
            else:
                await play_turn(place, state, Random(f"{options} {number}"), 0)
        await SceneRoom(place.stage, NANE, place.language).give_command(NANE, "rack")
        several = await open_group(place.stage, place.chat_id - 30, place.language)
        await several.open_and_begin("kelimelik", 2)
        await SceneRoom(place.stage, LIMON, place.language).give_command(LIMON, "score")
        await SceneRoom(place.stage, LIMON, place.language).give_command(LIMON, "try", "H8 CAT")
        await several.cancel_table()
        await place.cancel_table()
