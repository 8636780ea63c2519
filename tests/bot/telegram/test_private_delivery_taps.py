"""What a tap on one's own message does: the next page in its place, and nothing that others see."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from bot.playground.server_version import VERSIONS
from bot.telegram.api.server_features import RETRY_SECONDS
from bot.telegram.private_delivery import DeliveryRoute
from bot.texts import Texts
from tests.support.playground_client import (
    GROUP,
    KIRAZ,
)
from tests.support.private_deliveries import KEYBOARD, NEXT, PAGE, SECRET, DeliveryUnderTest, command, run_delivery


@pytest.fixture
async def delivery(redis: Redis) -> AsyncIterator[DeliveryUnderTest]:
    async with run_delivery(redis) as made:
        yield made


async def test_where_no_photo_may_stand_in_place_of_another_it_stands_below(delivery: DeliveryUnderTest) -> None:
    await delivery.calls.configure_server(photo_in_place=False)
    for _ in range(2):
        assert await delivery.personal.reply_with_page(await delivery.tap(), PAGE) is DeliveryRoute.BELOW
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [SECRET, SECRET]
    photos = [one for one in delivery.calls.playground.journal.find_entries("sendPhoto") if one.status == 400]
    assert len(photos) == 1, "what was refused is not tried again at once"


@pytest.mark.parametrize("version", VERSIONS[1:])
@pytest.mark.parametrize("status", ["administrator", "member"])
async def test_the_next_step_is_the_only_message_that_is_left(
    delivery: DeliveryUnderTest, version: str, status: str
) -> None:
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status=status)
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    for _ in range(2):
        tap = await delivery.tap(delivery.messages_for_kiraz[0], "mix")
        assert (tap.message, tap.ephemeral_id) == (0, delivery.messages_for_kiraz[0]["ephemeral_message_id"])
        await delivery.personal.replace_page(tap, NEXT)
        assert [one["caption"] for one in delivery.messages_for_kiraz] == [f"{SECRET}!"]
    assert await delivery.is_secret_hidden()


async def test_a_message_that_is_gone_is_opened_again(delivery: DeliveryUnderTest) -> None:
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    tap = await delivery.tap(delivery.messages_for_kiraz[0], "mix")
    delete_shown(delivery)
    await delivery.personal.replace_page(tap, NEXT)
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [f"{SECRET}!"]
    assert delivery.messages_for_kiraz[0]["ephemeral_message_id"] != tap.ephemeral_id


def delete_shown(delivery: DeliveryUnderTest) -> None:
    """Let what Kiraz alone sees be gone."""
    ephemeral = delivery.calls.playground.world.ephemeral
    number = delivery.messages_for_kiraz[0]["ephemeral_message_id"]
    ephemeral.delete_ephemeral(GROUP, ephemeral.require_ephemeral(GROUP, KIRAZ, number))


async def test_a_press_that_came_too_late_has_to_be_repeated(delivery: DeliveryUnderTest) -> None:
    await delivery.calls.configure_server(version="10.3")
    await delivery.calls.configure_group(status="member")
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    tap = await delivery.tap(delivery.messages_for_kiraz[0], "mix")
    delivery.calls.clock.now += 16
    delete_shown(delivery)
    await delivery.personal.replace_page(tap, NEXT)
    assert not delivery.messages_for_kiraz
    [asked] = [one.parameters for one in delivery.calls.playground.journal.find_entries("answerCallbackQuery")][-1:]
    assert asked["text"] == Texts().plain("tr", "ladder-press-again")
    await delivery.personal.reply_with_page(await delivery.tap(), NEXT)
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [f"{SECRET}!"]


@pytest.mark.parametrize(
    ("former", "version", "later"),
    [(former, now, 0.0) for former in VERSIONS[1:] for now in VERSIONS]
    + [("10.4", now, RETRY_SECONDS) for now in VERSIONS],
)
async def test_a_server_that_was_changed_for_another_tells_nothing(
    delivery: DeliveryUnderTest, former: str, version: str, later: float
) -> None:
    await delivery.calls.configure_server(version=former)
    for _ in range(3):
        await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
        await delivery.replies.reply_privately(command(), "?")
        await delivery.personal.replace_page(
            await delivery.tap(next(one for one in delivery.messages_for_kiraz if "caption" in one), "mix"), PAGE
        )
    step = next(one for one in delivery.messages_for_kiraz if "caption" in one)
    delivery.calls.clock.now += later
    await delivery.calls.configure_server(version=version)
    await delivery.personal.replace_page(await delivery.tap(step, "mix"), NEXT)
    await delivery.personal.reply_with_page(await delivery.tap(), NEXT)
    await delivery.replies.reply_privately(command(), SECRET)
    assert [one for one in delivery.public_messages if one != delivery.board] == []
    assert await delivery.is_secret_hidden()


CALLS = {
    ("10.3", "open"): ["sendPhoto", "editEphemeralMessageMedia"],
    ("10.3", "turn"): ["editEphemeralMessageMedia"],
    ("10.4", "open"): ["sendPhoto"],
    ("10.4", "turn"): ["editEphemeralMessageMedia"],
}
"""What a tap asks of the server once it is known."""


@pytest.mark.parametrize("status", ["administrator", "member"])
@pytest.mark.parametrize("version", VERSIONS[1:])
async def test_a_tap_on_the_own_board_is_one_message_and_one_deletion_or_an_edit(
    delivery: DeliveryUnderTest, version: str, status: str
) -> None:
    await delivery.calls.configure_server(version=version)
    await delivery.calls.configure_group(status=status)
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    await delivery.personal.replace_page(await delivery.tap(delivery.messages_for_kiraz[-1], "mix"), NEXT)
    for step, number in (("open", 0), ("turn", -1), ("turn", -1)):
        tap = await (delivery.tap() if step == "open" else delivery.tap(delivery.messages_for_kiraz[number], "mix"))
        before = delivery.calls.playground.journal.find_entries()[-1].number
        await (
            delivery.personal.reply_with_page(tap, PAGE)
            if step == "open"
            else delivery.personal.replace_page(tap, PAGE)
        )
        asked = [one.method for one in delivery.calls.playground.journal.find_entries(after=before)]
        assert [one for one in asked if one not in {"answerCallbackQuery", "getUpdates"}] == CALLS[version, step]
    assert await delivery.is_secret_hidden()


async def test_an_answer_to_a_press_names_no_chat_that_an_older_server_could_post_it_to(
    delivery: DeliveryUnderTest,
) -> None:
    await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
    for version in VERSIONS[:-1]:
        await delivery.calls.configure_server(version="10.4")
        delivery.calls.clock.now += RETRY_SECONDS
        for _ in range(2):
            await delivery.personal.reply_with_page(await delivery.tap(), PAGE)
        tap = await delivery.tap()
        await delivery.calls.configure_server(version=version)
        before = delivery.calls.playground.journal.find_entries()[-1].number
        await delivery.personal.reply_with_page(tap, PAGE)
        sent = delivery.calls.playground.journal.find_entries("sendPhoto", after=before)[0]
        assert sent.parameters["caption"] == SECRET
        assert ("chat_id" in sent.parameters, sent.status) == (False, 400)
    assert await delivery.is_secret_hidden()


async def test_a_press_on_a_message_of_ones_own_never_asks_for_its_place(delivery: DeliveryUnderTest) -> None:
    await delivery.replies.reply_privately(await delivery.tap(), "?", KEYBOARD)
    assert (
        await delivery.personal.reply_with_page(await delivery.tap(delivery.messages_for_kiraz[0], "mix"), PAGE)
        is DeliveryRoute.BELOW
    )
    assert [one.get("caption", one.get("text")) for one in delivery.messages_for_kiraz] == ["?", SECRET]
    [said, shown] = [
        one
        for one in delivery.calls.playground.journal.find_entries()
        if one.parameters.get("caption") != "herkese" and one.method in {"sendMessage", "sendPhoto"}
    ]
    assert [one.status for one in (said, shown)] == [200, 200]
    assert "replace_callback_query_message" not in shown.parameters["ephemeral_message_parameters"]


async def test_what_was_forged_on_the_public_board_changes_nothing_of_it(delivery: DeliveryUnderTest) -> None:
    before = delivery.public_messages
    await delivery.personal.replace_page(await delivery.tap(), NEXT)
    assert delivery.public_messages == before
    assert [one["caption"] for one in delivery.messages_for_kiraz] == [NEXT.text]
    assert await delivery.is_secret_hidden()
