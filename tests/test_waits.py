"""What should come is awaited for :data:`~tests.support.waiting.PATIENCE`; shorter limits stand only where tried."""

from pathlib import Path

import pytest

from tests.support.time_limits import hurried, hurried_trials

TESTS = Path(__file__).resolve().parent
FILM = "animation/film.py"  # a phone has more pixels than new_window gives
BESIDE = {"faults", "fuzz"}
"""Tools of their own, which ``make test`` does not run."""
ALLOWED = {
    "bot/store/connection/test_cluster.py::test_what_is_no_cluster_is_an_error_without_a_password": (
        "nobody is there to answer"
    ),
    "bot/store/connection/test_cancelled_commands.py::test_a_loop_over_commands_ends_whenever_it_is_cancelled": (
        "looks again, after a failure"
    ),
    "bot/bench/test_fleet.py::test_two_workers_are_killed_stopped_and_started_again": "posts again to who was stopped",
    "bot/store/connection/test_multiplexed.py::test_an_answer_that_does_not_come_is_an_error_in_time": (
        "the server was told to pause"
    ),
    "bot/playground/test_bot_api.py::test_server_errors_closed_connections_and_delays_on_demand": "for one late answer",
    "bot/judges/test_tdk_client.py::test_a_spelling_that_is_not_answered_leaves_a_word_of_no_list_invalid_and_unkept": (
        "in loop time"
    ),
    "bot/judges/test_tdk_client.py::test_circumflexes_crowd_no_plain_spelling_out": "in loop time",
    "bot/judges/test_tdk_failures.py::test_the_whole_time_bounds_all_words_together": "in loop time",
    "bot/judges/test_tdk_failures.py::test_a_probe_that_the_whole_time_cuts_short_leaves_the_breaker_usable": (
        "in loop time"
    ),
    "bot/telegram/api/test_transport.py::test_no_answer_in_time_is_timed_out": "the server hangs",
    "bot/telegram/api/test_transport.py::test_a_call_may_have_its_own_read_timeout": "the server hangs",
    "bot/telegram/api/test_transport.py::test_waiting_for_a_free_connection_is_timed_out": (
        "for the call that finds none free alone"
    ),
    "bot/telegram/api/test_transport.py::test_an_answer_that_comes_in_drops_ends_with_the_sum_of_the_time_outs": (
        "it never ends"
    ),
    "bot/telegram/api/test_transport.py::test_the_default_read_timeout_is_known_to_the_library": "nothing is called",
    "bot/store/shards/test_ownership.py::look_after": "in time that the test counts",
    "engine/crossword/test_notation.py::test_a_message_of_full_length_is_read_at_once_and_repeated_in_short": (
        "of a CPU"
    ),
    "e2e/test_two_workers.py::all_passed": "it is told how long, and that is the patience or what is promised",
    "support/leftover_servers.py::wait_for_leftover_servers": "a server that outlives it is told",
    "bot/telegram/api/test_transport.py::drip_until": "a drop again and again",
    "bot/handlers/records/test_my_data.py::wait_until_forgotten": "looks again and again until it is done",
    "transcripts/bot_runner.py::_kill_bot": "looks again and again until it is done",
    "transcripts/server.py::_get_updates": "the long poll of a bot",
}
"""Where limits are short, with the reason; each still is."""


def test_what_should_come_is_awaited_for_a_minute_wherever_no_limit_is_tried() -> None:
    files = (file for file in TESTS.rglob("*.py") if BESIDE.isdisjoint(file.relative_to(TESTS).parts))
    found = {f"{file.relative_to(TESTS)}::{one}" for file in files for one in hurried(file.read_text("utf-8"))}
    assert found == set(ALLOWED)


def test_what_something_took_is_measured_by_the_time_of_the_processor() -> None:
    """Beside other work anything may take long by the clock; ``thread_time`` and ``process_time`` do not see that."""
    found = {str(file.relative_to(TESTS)) for file in TESTS.rglob("*.py") if "perf_counter" in file.read_text("utf-8")}
    assert found == {
        "test_waits.py",
        "support/time_limits.py",
        "bot/bench/test_bench.py",
    }  # a stamp that none is compared with


def test_what_trials_stand_on_is_awaited_for_a_minute_too() -> None:
    root = TESTS.parent
    files = [file for folder in ("bot/bench/fleet", "tools/chaos") for file in sorted((root / folder).glob("*.py"))]
    found = {f"{file.relative_to(root)}::{one}" for file in files for one in hurried_trials(file.read_text("utf-8"))}
    assert found == {
        "bot/bench/fleet/launch.py::_terminate_workers",  # who does not end in time is killed
    }


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("_START: Final = 30.0\nasync def it():\n    async with asyncio.timeout(_START):\n        pass", True),
        ("_START: Final = 60.0\nasync def it():\n    async with asyncio.timeout(_START):\n        pass", False),
        ("_START: Final = 30.0\nasync def it(server, seconds: float = _START):\n    pass", True),
        ("async def it(server, *, seconds: float = 5):\n    pass", True),
        ("async def it(server, seconds: float):\n    await asyncio.wait_for(server, seconds)", False),
    ],
)
def test_a_short_limit_of_a_trial_is_found(text: str, is_found: bool) -> None:  # noqa: FBT001 - one of a table
    assert list(hurried_trials(text)) == ["it"] * is_found


def test_pages_are_awaited_for_a_minute_too() -> None:
    """The library's own limits are shorter: 30 seconds for what is done on a page, 5 for what is expected of it."""
    made = {
        "new_context(": {"support/browser.py", FILM},
        "new_page(": {"bot/page/conftest.py", "e2e/page_process.py", "e2e/page_evening.py", FILM},
    }
    texts = {str(file.relative_to(TESTS)): file.read_text("utf-8") for file in TESTS.rglob("*.py")}
    for word, where in made.items():
        assert {name for name, text in texts.items() if f".{word}" in text} == where
    for name in ("support/browser.py", FILM):
        assert "set_default_timeout(1000 * PATIENCE)" in texts[name]
    assert "set_options(timeout=1000 * PATIENCE)" in texts["conftest.py"]


@pytest.mark.parametrize(
    "line",
    [
        "asyncio.timeout(5)",
        "asyncio.timeout(SECONDS)",
        "asyncio.timeout(PATIENCE / 10)",
        "asyncio.wait_for(task, 30.0)",
        "asyncio.wait({task}, timeout=1)",
        "gate.wait(20)",
        "process.communicate(timeout=10)",
        "journal.wait_for_entries('sendMessage', seconds=20)",
        "AiohttpRequest(read_timeout=0.2)",
        "Limits(attempt_seconds=0.1)",
        "webhooks.answer_timeout = 0.05",
        "assert time.monotonic() - began < 5",
        "assert time.monotonic() - began < SHORT",
        "asyncio.wait({task}, timeout=SHORT)",
        "asyncio.wait({task}, timeout=PATIENCE / 10)",
        "process.communicate(timeout=2 * SHORT)",
        "gate.wait(SHORT)",
        "thread.join(SHORT)",
        "end = monotonic() + 5",
        "end = asyncio.get_running_loop().time() + SHORT",
        "for _ in range(1000): await asyncio.sleep(0.01)",
        "page.wait_for(timeout=2000)",
        "page.get_by_text('x').wait_for(timeout=1000 * SHORT)",
        "expect(page).to_have_text('x', timeout=500)",
        "page.set_default_timeout(5000)",
        "page.wait_for_timeout(300)",
    ],
)
def test_a_short_limit_is_found(line: str) -> None:
    assert list(hurried(f"SHORT = 5.0\nasync def test_it():\n    {line}\n")) == ["test_it"]


@pytest.mark.parametrize(
    "line",
    [
        "asyncio.timeout(PATIENCE)",
        "asyncio.timeout(2 * PATIENCE)",
        "asyncio.wait_for(task, None)",
        "asyncio.wait({task}, timeout=PATIENCE)",
        "web.AppRunner(app, shutdown_timeout=0.1)",
        "Limits(attempt_seconds=600)",
        "assert found < 5",
        "asyncio.wait({task}, timeout=LONG)",
        "gate.wait(PATIENCE)",
        "end = monotonic() + PATIENCE",
        "for _ in range(1000): await asyncio.sleep(0)",
        "page.wait_for(timeout=1000 * PATIENCE)",
        "known.get(SHORT)",
    ],
)
def test_what_is_patient_is_not_found(line: str) -> None:
    assert (
        list(hurried(f"from tests.support.waiting import PATIENCE\nLONG = 90\nasync def test_it():\n    {line}\n"))
        == []
    )


def test_a_short_limit_of_another_module_is_found() -> None:
    module = "tests.support.leftover_servers"
    text = f"from {module} import GRACE_SECONDS\ndef test_it(thread):\n    thread.join(GRACE_SECONDS)\n"
    assert list(hurried(text)) == ["test_it"]
