"""A game of cards at a whole bot: cards are turned up, and somebody gives up."""

import hashlib
import re

from bot.user_input.commands import command_name
from engine.rng import short_seal
from tests.e2e.bot_stage import BotStage
from tests.e2e.score_ledger import chat_sentence


async def test_of_two_people_at_klepka_one_gives_up(stage: BotStage) -> None:
    room = await stage.new_room(stage.people[:2])
    host, guest = stage.people[:2]
    await room.say_and_read(host, "/language uk")
    await room.say_and_read(host, f"/{command_name('new', 'uk')} klepka колода=мала")
    await room.say_and_read(guest, f"/{command_name('join', 'uk')}")
    rules = await room.say_and_read(host, f"/{command_name('rules', 'uk')}")
    (seal,) = await room.read_fair_draw(host, rules)
    board = await room.say_and_read(host, f"/{command_name('begin', 'uk')}")
    assert chat_sentence("uk", "seal-line", seal=short_seal(seal)) in board.lines
    first, other = board.lines[1].rsplit(": ", 1)[1].split(", ")
    refused = await room.say_and_read(room.user_by_name[other], "/flip 1 2")
    assert refused.text == chat_sentence("uk", "refusal-not-your-turn", name=first)
    covered = await room.say_and_read(room.user_by_name[first], "/flip 1 2")
    none_taken = chat_sentence("uk", "klepka-nothing-taken", name=first, positions="1, 2")
    taken = covered.lines[0] != none_taken
    assert covered.lines[0].startswith(none_taken.partition(" →")[0])
    assert taken or not re.search("[🟨🟦]", covered.text), "no letter is written of a card that is not taken"
    shown = await room.wait_edited(covered)
    assert shown.buttons != covered.buttons
    asked = await room.say_and_read(room.user_by_name[first], "/surrender")
    answer = await room.tap_kind(room.user_by_name[first], asked, "yes")
    assert answer["text"] == chat_sentence("uk", "surrender-yes")
    end = await room.read_next()
    assert end.lines[0] == chat_sentence("uk", "turn-surrendered", name=first)
    assert chat_sentence("uk", "ended-winner", names=other) in end.lines
    secret, shown_seal = await room.read_fair_draw(host, end)
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == shown_seal == seal
