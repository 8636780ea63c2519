"""The bot is killed between what chats choose and its answers: they are answered as at first, and chosen once."""

import re
from typing import Final

from bot.judges import Changes, ChatWords
from bot.playground import Fault
from bot.store.connect import connect
from bot.texts import Texts
from tests.e2e.stage import Stage

ASKED: Final = (("/dil en", "sendMessage"), ("/etiket oyun", "sendPhoto"), ("/kelimeekle kalemz", "sendMessage"))
SINCE: Final = {"language": "uk", "labels": "chat"}
"""What is chosen in each chat before the bot is there again, as if that had been asked by somebody else."""


async def test_what_was_chosen_before_a_crash_is_answered_after_it_and_not_chosen_again(stage: Stage) -> None:
    rooms = [await stage.room() for _ in ASKED]
    before = stage.calls
    for room, (text, method) in zip(rooms, ASKED, strict=True):
        stage.playground.faults.add(Fault(kind="close", method=method, chat_id=room.id, count=600))
        await room.say(stage.people[0], text)
    for room, (_, method) in zip(rooms, ASKED, strict=True):
        call = await stage.call(method, status=500, after=before)
        while str(call.parameters["chat_id"]) != str(room.id):
            call = await stage.call(method, status=500, after=call.number)
    await stage.bot.kill()
    stage.playground.faults.clear()
    async with stage.store() as store:
        for room in rooms:
            for name, value in SINCE.items():
                await store.set_setting(room.id, name, value)
    await stage.bot.start()
    texts = Texts()
    spoken, labelled, added = [await room.next() for room in rooms]
    assert spoken.text == texts.plain("en", "language-chosen")
    assert labelled.lines[0] == texts.plain("uk", "labels-game-chosen")
    assert added.text == re.sub("</?b>", "", texts.plain("uk", "words-added", words="KALEMZ", language="tr"))
    async with stage.store() as store, connect(stage.bot.settings["REDIS_URL"]) as client:
        assert [await store.settings(room.id) for room in rooms] == [SINCE] * len(rooms)
        words = ChatWords(client)
        assert await words.read(rooms[-1].id, "tr") == Changes(added=frozenset({"KALEMZ"}))
        assert await words.read(rooms[-1].id, "uk") == Changes()
