"""Rules and help are for whoever asks: seen by nobody else where the server can, else a few lines and a link."""

import pytest

from bot.handlers.commands import commands
from bot.handlers.guides import BRIEF_SECONDS
from bot.handlers.kinds import Kinds
from bot.playground.servers import NEWEST, OLDEST
from bot.store.keys import Scope
from bot.telegram.inbound import Command, Sender, Venue
from engine.crossword.games import crosswords
from engine.rulesets import resolve
from tests.support.chats import KIRAZ, LIMON, NANE, House
from tests.support.fades import sweep
from tests.support.games import NOW, game
from tests.support.languages import LANGUAGES

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSAE?", "AAEEKKL"])
OTHER_BAG = game(resolve(crosswords()["scrabble-tr"], {"bag": "s3-table"}), racks=["", ""], bag="A")


@pytest.mark.parametrize("text", ["/rules", "/help", "/help klepka"])
async def test_where_the_server_can_they_are_the_askers_alone_and_whole(house: House, text: str) -> None:
    talk = await house.group()
    house.serve(NEWEST)
    await talk.deal(LAID)
    answer = await talk.ask(NANE, text)
    assert answer.alone
    assert len(answer.text.splitlines()) > 8
    await sweep(house, BRIEF_SECONDS)
    assert house.playground.world.ephemeral.shown(talk.id, NANE), "it takes a while to read"


async def test_each_asker_is_answered() -> None:
    place = Venue(Scope(-5), private=False, title="", username=None)
    for name in ("rules", "help"):
        kind = Kinds(commands())(Command(1, place, Sender(KIRAZ, "Kiraz", None), 1, name, "", NOW))
        assert kind is not None
        assert kind.alike is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_elsewhere_a_group_reads_a_few_lines_that_do_not_stay(house: House, language: str) -> None:
    talk = await house.group(language, status="member")
    house.serve(OLDEST)
    await talk.deal(LAID)
    for text, label in (("/rules", "button-whole-rules"), ("/help", "button-whole-help")):
        answer = await talk.ask(NANE, f"{text}@harfiyen_bot")
        assert not answer.alone
        assert len(answer.text.splitlines()) <= 4
        assert [button["text"] for button in answer.buttons] == [talk.plain(label)]
        await sweep(house, BRIEF_SECONDS + 1)
        assert answer.id not in talk.chat.messages


async def test_the_link_tells_players_the_options_of_their_table_and_others_the_games_own(house: House) -> None:
    talk = await house.group(status="member")
    house.serve(OLDEST)
    await talk.deal(OTHER_BAG)
    (link,) = (await talk.ask(KIRAZ, "/rules@harfiyen_bot")).links
    payload = link.partition("start=")[2]
    told = {person: await (await house.private(person)).ask(person, f"/start {payload}") for person in (KIRAZ, NANE)}
    assert "91 taş" in told[KIRAZ].text
    assert "100 taş" in told[NANE].text


@pytest.mark.parametrize("payload", ["rules", "rules_", "rules_chess", "help_chess", "rules_klepka_x", "helpme"])
async def test_a_forged_link_is_a_greeting(house: House, payload: str) -> None:
    private = await house.private(LIMON)
    answer = await private.ask(LIMON, f"/start {payload}")
    assert answer.html == private.html("greeting-private", name="\u2068Limon\u2069")


async def test_in_private_they_are_whole(house: House) -> None:
    private = await house.private(LIMON)
    assert len((await private.ask(LIMON, "/rules klepka")).text.splitlines()) > 8
    assert not (await private.ask(LIMON, "/help")).buttons
