"""What people type, press and are called: understood, or refused by a code, whatever it is."""

import html
import json

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from telegram import User

from bot import message_limits
from bot.families import registry
from bot.judges.word_judge import DictionaryKind
from bot.languages import languages
from bot.store.keys import Scope
from bot.telegram import keyboards, requests, updates
from bot.texts import Texts
from bot.user_input import options
from bot.user_input.commands import find_command
from bot.wording.speaker import MAX_NAME, Speaker, display_name, refusal_message_id, sanitize_text
from engine.errors import Refusal
from engine.rulesets import shipped_rulesets
from tests.support.mutations import catching_only, mutated_document, mutated_json_bytes, mutated_text

TEXTS = Texts()
BOT = User(42, "Harfiyen", is_bot=True, username="harfiyen_bot")
GAMES = sorted(shipped_rulesets())
KINDS: tuple[DictionaryKind, ...] = ("builtin", "common", "live")
TYPED = [
    "saat=oyun itiraz=double 91",
    "clock=game challenge=ten",
    "SAAT = 15DK",
    "İTİRAZ: BEŞ kime:itirazcı",
    "ex:off",
    "=",
    ":",
]
COMMANDS = [
    "/yeni kelimelik",
    "/oyna H8 yatay KALEM",
    "/start r-1001_5",
    "/dil en",
    "/sozluk@harfiyen_bot kalem",
    "12 34",
]
KNOWN = registry.all_button_kinds()
PRESSED = [
    keyboards.encode_button_data(kind, table, *rest)
    for kind in KNOWN
    for table, rest in (
        ("", ()),
        ("abcd1234", ()),
        ("", (7, "kelimelik", "0123")),
        ("abcd1234", (-1001, 5)),
        ("x", ("tr",)),
    )
]


@given(mutated_text(TYPED), st.sampled_from(GAMES), st.sampled_from(languages().codes))
def test_options_are_chosen_or_refused_in_words(text: str, game: str, language: str) -> None:
    rules = shipped_rulesets()[game]
    found = catching_only(Refusal)(lambda: options.parse_options(text, rules, KINDS))
    if isinstance(found, Refusal):
        told = options.localize_refusal(found, rules, language)
        assert TEXTS.has_message(language, refusal_message_id(told))
        assert max((len(one) for one in told.fields.values() if isinstance(one, str)), default=0) <= 100
    else:
        assert isinstance(found, dict)
        checked = catching_only(Refusal)(lambda: options.check_options_matter(found, rules, KINDS))
        assert isinstance(checked, Refusal) or options.apply_options(rules, found, KINDS).id == game


@given(mutated_text(PRESSED, torn=True) | st.binary(max_size=64).map(lambda data: data.decode(errors="replace")))
def test_a_button_is_one_of_ours_or_nothing(data: str) -> None:
    pressed = keyboards.parse_button_data(data, KNOWN)
    assert pressed is None or keyboards.encode_button_data(pressed.kind, pressed.table, *pressed.arguments).rstrip(
        ":"
    ) == data.rstrip(":")


@given(mutated_text(PRESSED), st.sampled_from(GAMES))
def test_options_in_a_button_are_those_that_there_are_or_stale(data: str, game: str) -> None:
    offer = options.button_options(shipped_rulesets()[game], KINDS)
    found = catching_only(Refusal)(lambda: options.decode_choices(offer, data.rpartition(":")[2]))
    assert isinstance(found, Refusal) or options.encode_choices(offer, found) == data.rpartition(":")[2]  # type: ignore[arg-type] # what else there is


@given(mutated_text(["r-100123", "r5", "r-1001234567890_7", "new", "r"], torn=True))
def test_a_deep_link_names_a_place_or_none(payload: str) -> None:
    found = keyboards.parse_rack_link(payload)
    assert found is None or (
        isinstance(found, Scope) and keyboards.parse_rack_link(keyboards.encode_rack_link(found)) == found
    )


@given(mutated_text(["Ayşe", "Limon <b>&", "👤"], torn=True), st.none() | mutated_text(["Öz", ""], torn=True))
def test_a_name_is_one_line_without_what_steers_it(first: str, last: str | None) -> None:
    name = display_name(first, last)
    assert 1 <= len(name) <= MAX_NAME
    assert sanitize_text(name) == name
    assert "\n" not in name
    name.encode()


@given(mutated_text(["KALEM", "<b>&"]), st.sampled_from(languages().codes), st.integers(2, 300))
def test_what_is_echoed_is_text_and_is_cut_whole(text: str, language: str, most: int) -> None:
    echoed = message_limits.truncate_text(sanitize_text(text), 200)
    said = Speaker(TEXTS, language).html("refusal-unknown-option", option=echoed, options=echoed)
    cut = message_limits.truncate_html(said, most)
    assert message_limits.count_visible_units(cut) <= most
    assert cut.count("<") == cut.count(">")
    assert message_limits.count_units(message_limits.truncate_text(html.unescape(said), most)) <= most


UPDATE = {
    "update_id": 7,
    "message": {
        "message_id": 3,
        "date": 1_790_000_000,
        "chat": {"id": -1001, "type": "supergroup", "title": "Masa", "username": "masa"},
        "from": {"id": 5, "is_bot": False, "first_name": "Ayşe", "last_name": "Öz", "language_code": "tr"},
        "text": "/ekle 😀Ayşe kalem",
        "entities": [
            {"type": "bot_command", "offset": 0, "length": 5},
            {"type": "text_mention", "offset": 6, "length": 6, "user": {"id": 8, "is_bot": False, "first_name": "Ali"}},
        ],
        "reply_to_message": {
            "message_id": 2,
            "date": 1_790_000_000,
            "chat": {"id": -1001, "type": "supergroup"},
            "from": {"id": 42, "is_bot": True, "first_name": "Harfiyen"},
        },
        "message_thread_id": 9,
        "is_topic_message": True,
    },
}
ENTITIES = st.lists(
    st.builds(
        lambda kind, offset, length: {
            "type": kind, "offset": offset, "length": length, "user": {"id": 8, "is_bot": False, "first_name": "Ali"}
        },
        st.sampled_from(["bot_command", "text_mention", "bold"]),
        st.integers(0, 40) | st.sampled_from([4096, 2**31, 2**52 - 1]),
        st.integers(0, 40) | st.sampled_from([4096, 2**31, 2**52 - 1]),
    ),
    max_size=4,
)  # fmt: skip


@given(mutated_text(COMMANDS), ENTITIES)
def test_marks_that_lie_change_who_is_meant_and_nothing_else(text: str, entities: list[dict[str, object]]) -> None:
    update = {**UPDATE, "message": {**UPDATE["message"], "text": text, "entities": entities}}  # type: ignore[dict-item] # a message
    request = updates.parse_update(json.dumps(update).encode(), BOT)
    if isinstance(request, requests.Command):
        assert find_command(request.name) or request.name
        assert all(user == 8 for _, user in request.mentions)


@given(mutated_json_bytes(mutated_document(UPDATE)))
def test_an_update_is_read_or_put_aside(data: bytes) -> None:
    catching_only(msgspec.MsgspecError, UnicodeDecodeError, RecursionError)(lambda: updates.parse_update(data, BOT))


def test_half_a_character_that_is_marked_names_somebody_all_the_same() -> None:
    mark = {"type": "text_mention", "offset": 6, "length": 1, "user": {"id": 8, "is_bot": False, "first_name": "Ali"}}
    command = {"type": "bot_command", "offset": 0, "length": 5}
    update = {**UPDATE, "message": {**UPDATE["message"], "text": "/oyna \U0001f600", "entities": [command, mark]}}  # type: ignore[dict-item] # a message
    request = updates.parse_update(json.dumps(update).encode(), BOT)
    assert isinstance(request, requests.Command)
    assert request.mentions == (("", 8),)
