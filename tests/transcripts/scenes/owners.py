"""What the bot's owners command, in each language, and what others are told who try; bans, broadcasts, maintenance."""

from typing import Final

from tests.transcripts.scenes.room import HURMA, KIRAZ, LIMON, NANE, ZEYTIN, SceneRoom, open_group
from tests.transcripts.stage import RecordingStage

ENVIRON: Final = {"OWNER_IDS": f"{KIRAZ} {NANE}"}


async def play(stage: RecordingStage) -> None:
    """In each language."""
    for number, language in enumerate(("tr", "en", "uk")):
        await stage.run_op({"do": "title", "text": f"owners in {language}"})
        place = await open_group(stage, -2_500 - number, language, **({"username": "kalabalik"} if number == 0 else {}))
        desk, other = SceneRoom(stage, KIRAZ, language), SceneRoom(stage, LIMON, language)
        await desk.say(KIRAZ, f"/dil {language}")
        await other.say(LIMON, f"/dil {language}")
        await place.open_and_begin("kelimelik", 2)
        await stage.run_op({"do": "pass", "seconds": 15})
        for person, where in ((KIRAZ, desk), (LIMON, other), (KIRAZ, place)):
            for text in ("/status", "/maintenance", "/ban", "/unban", "/broadcast", "/statuss"):
                await where.say(person, text)
        await _maintenance(place, desk)
        await _bans(place, desk)
        await _broadcasts(place, desk)
        await place.cancel_table()
    await stage.run_op({"do": "stop"})
    await stage.run_op({"do": "start", "environ": {"OWNER_IDS": str(NANE)}})
    await desk.say(KIRAZ, "/status")


async def _maintenance(place: SceneRoom, desk: SceneRoom) -> None:
    await desk.say(KIRAZ, "/maintenance")
    for number in (0, 2):
        await desk.tap_kind(KIRAZ, "desk", number)
        await place.cancel_table()
        await place.give_command(KIRAZ, "new", "kelimelik")
    await desk.say(KIRAZ, "/maintenance")
    await desk.forge_tap(KIRAZ, "desk::closed:end")
    for text in ("45 min", "3 h", "soon", "999 h"):
        await desk.say(KIRAZ, f"/maintenance {text}")
    await desk.say(KIRAZ, "/status")
    await place.give_command(KIRAZ, "new", "kelimelik")
    await desk.forge_tap(LIMON, "desk::closed:0")
    await desk.forge_tap(KIRAZ, "desk::closed:x")
    await desk.forge_tap(KIRAZ, "desk::closed:end")
    await place.give_command(KIRAZ, "new", "kelimelik")
    await place.give_command(LIMON, "join")


async def _bans(place: SceneRoom, desk: SceneRoom) -> None:
    for text in (str(LIMON), str(LIMON), str(KIRAZ), "@limon", "@nobody_at_all", "somebody", str(place.chat_id), ""):
        await desk.say(KIRAZ, f"/ban {text}".strip())
    for person in (LIMON, LIMON, HURMA):
        await place.give_command(person, "score")
        await place.tap_kind(person, "leave")
    await place.say(LIMON, "merhaba")
    await SceneRoom(place.stage, LIMON, place.language).give_command(LIMON, "rack")
    for text in (str(LIMON), str(LIMON), str(place.chat_id), ""):
        await desk.say(KIRAZ, f"/unban {text}".strip())
    forwarded = {
        "type": "user",
        "date": 1_800_000_000,
        "sender_user": {"id": ZEYTIN, "is_bot": False, "first_name": "Z"},
    }
    hidden = {"type": "hidden_user", "date": 1_800_000_000, "sender_user_name": "Z"}
    for origin in (forwarded, hidden):
        answered = {
            "message_id": 1,
            "date": 1_800_000_000,
            "chat": place.stage.server.state.chats[KIRAZ].api,
            "text": "x",
            "forward_origin": origin,
        }
        await desk.say(KIRAZ, "/ban", more={"reply_to_message": answered})
    await place.give_command(ZEYTIN, "join")
    await desk.say(KIRAZ, f"/unban {ZEYTIN}")
    await place.give_command(LIMON, "score")


async def _broadcasts(place: SceneRoom, desk: SceneRoom) -> None:
    stage = place.stage
    await stage.run_op({"do": "pass", "seconds": 15})
    await desk.say(KIRAZ, "/broadcast Bu akşam <b>bakım</b> var & sürer")
    await desk.tap_kind(KIRAZ, "desk", 3)
    await desk.say(KIRAZ, "/broadcast Tonight")
    await stage.run_op({"do": "pass", "seconds": 5})
    await desk.tap_kind(LIMON, "desk", 0)
    await desk.tap_kind(KIRAZ, "desk", 0)
    await stage.run_op({"do": "pass", "seconds": 5})
    await desk.tap_kind(KIRAZ, "desk", 0)
    limit = {"status": 403, "description": "Forbidden: bot was blocked by the user"}
    await stage.run_op({"do": "fault", "method": "sendMessage", "chat": LIMON, **limit})
    await desk.say(KIRAZ, "/broadcast Everybody")
    await desk.tap_kind(KIRAZ, "desk", 2)
    for _ in range(3):
        await stage.run_op({"do": "pass", "seconds": 5})
    await stage.run_op({"do": "well"})
    await desk.say(KIRAZ, "/broadcast Once more")
    await desk.forge_tap(KIRAZ, "desk::send:00000000:all")
    await desk.forge_tap(KIRAZ, "desk::stop:00000000")
    await desk.forge_tap(KIRAZ, "desk::drop:00000000")
