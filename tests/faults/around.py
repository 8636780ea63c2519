"""Faults around the games: what people are told, proofs, time, order, and what comes from outside."""

from typing import Final

from tests.faults.fault import Fault

AROUND: Final = (
    # What people are told, and whether they are understood.
    Fault(
        "notice-composed-twice",
        r"_composed\(scope, \[item\.notice for item in together\]\)",
        "_composed(scope, [item.notice for item in together for _ in range(2)])",
        ("tests/bot/test_announcer.py",),
    ),
    Fault(
        "refused-picture-told-to-nobody",
        r"except Refused as error:(\n +text = caption)",
        r"except StaleFile as error:\1",
        ("tests/bot/test_gateway.py",),
    ),
    Fault(
        "words-said-again-with-their-picture",
        r"self\._ahead\.add\(newest\.key\)",
        r"pass",
        ("tests/bot/test_announcer.py",),
    ),
    Fault(
        "outage-told-beside-the-notice",
        r"words=agreed, fell_back=untold\)",
        r"words=agreed)",
        ("tests/bot/test_words.py",),
    ),
    Fault(
        "picture-edited-instead-of-sent",
        r"await self\._gateway\.photo\(scope, photo, post\.text or None, post\.keyboard, written=written\)",
        "await self._gateway.edit_photo(scope.chat, await self._store.post(scope) or 1, photo, post.text)",
        ("tests/bot/test_announcer.py",),
    ),
    Fault(
        "answer-sent-instead-of-edited",
        r"await self\._gateway\.edit_text\(tap\.place\.scope\.chat, tap\.message, text, keyboard\)",
        "await self._gateway.text(tap.place.scope, text, keyboard)",
        ("tests/bot/test_options.py",),
    ),
    Fault(
        "picture-in-another-topic",
        r"if scope\.topic is not None:(\n        parameters\.append)",
        r"if False:\1",
        ("tests/bot/test_gateway.py", "tests/bot/test_conversations.py"),
    ),
    Fault(
        "other-chats-message-touched",
        r"scope=held\.scope, former=request\.place\.scope\.chat\)",
        "scope=held.scope)",
        ("tests/bot/test_conversations_moved.py",),
    ),
    Fault(
        "refusal-swallowed",
        r"(except EngineError as error:\n            )await self\._deny\(.*\)",
        r"\1return",
        ("tests/bot/test_refusals.py",),
    ),
    Fault(
        "command-of-groups-in-private",
        r'request\.place\.private and row\.where == "group"',
        "False",
        ("tests/bot/test_refusals.py",),
    ),
    Fault(
        "wrong-language-in-private",
        r"return chosen or spoken\(sender\.language\) or self\.default",
        "return self.default",
        ("tests/bot/test_tongues.py",),
    ),
    Fault(
        "exchanged-tile-told-to-the-wrong-player",
        r"self\._lanes\.put\(player\.user, _Whisper",
        "self._lanes.put(step.table.players[seat - 1].user, _Whisper",
        ("tests/bot/test_whispers.py",),
    ),
    Fault(
        "typed-value-not-understood",
        r"return languages\(\)\.meant\(f\"values\..*\) or folded\(typed\)",
        "return folded(typed)",
        ("tests/bot/test_options.py",),
    ),
    Fault(
        "option-that-changes-nothing-taken",
        r"options\.check\(chosen, ruleset, kinds\)",
        "pass",
        ("tests/bot/test_option_choices.py",),
    ),
    Fault(
        "family-texts-not-read",
        r"for folder in languages\(\)\.folders\(language\)",
        "for folder in languages().folders(language)[:1]",
        ("tests/bot/test_family_texts.py",),
    ),
    Fault(
        "command-that-telegram-refuses",
        r"\{1,32\}\\Z",
        "{1,99}$",
        ("tests/bot/test_typed_files.py",),
    ),
    Fault(
        "a-third-family-taken-for-the-second",
        r"next\(family for family in FAMILIES if isinstance\(ruleset, family\.engine\.ruleset\)\)",
        "FAMILIES[not isinstance(ruleset, FAMILIES[0].engine.ruleset)]",
        ("tests/bot/test_third_family.py",),
    ),
    # Proofs.
    Fault(
        "proof-before-the-end",
        r"if table is not None and not is_over\(table\):",
        "if False:",
        ("tests/engine/test_proof.py",),
    ),
    Fault(
        "altered-score-verified",
        r"if entry\.scores != scores\(after\):",
        "if False:",
        ("tests/engine/test_proof_altered.py", "tests/bot/test_cli_verify.py"),
    ),
    Fault(
        "altered-event-verified",
        r"\n    _compare\(entry\.events, events\)\n",
        "\n",
        ("tests/engine/test_proof_altered.py", "tests/bot/test_cli_verify.py"),
    ),
    # Time.
    Fault(
        "time-out-a-second-early",
        r"return clock\.due\(state\.timing, state\.clocks, state\.turn\)",
        "due = clock.due(state.timing, state.clocks, state.turn)\n"
        '    return due and due - __import__("datetime").timedelta(seconds=1)',
        ("tests/engine/test_clock.py",),
    ),
    # Order and patience.
    Fault(
        "newest-first-in-a-lane",
        r"places\.append\(_Place",
        "places.appendleft(_Place",
        ("tests/bot/test_lanes.py",),
    ),
    Fault(
        "done-a-moment-ago-and-done-again",
        r"return True(\n        self\._until\.pop)",
        r"return False\1",
        ("tests/bot/test_recently.py",),
    ),
    Fault(
        "waits-that-do-not-grow",
        r"2\.0 \*\* min\(failures",
        "1.0 ** min(failures",
        ("tests/bot/test_patience.py", "tests/bot/test_polling.py"),
    ),
    Fault(
        "another-bot-on-the-same-database",
        r"        raise AnotherBots\n",
        "        return\n",
        ("tests/bot/test_tenant.py",),
    ),
    Fault(
        "each-connects-to-redis-by-itself",
        r"        if self\._working is None:\n",
        "        if True:\n",
        ("tests/bot/test_redial.py",),
    ),
    Fault(
        "updates-wait-half-a-minute-for-redis-that-is-back",
        r"PUT_ERRORS, longest=STORE_SECONDS",
        "PUT_ERRORS",
        ("tests/bot/test_polling.py",),
    ),
    Fault(
        "answers-of-redis-shifted",
        r"asked = self\._waiting\[0\]",
        "asked = self._waiting[-1]",
        ("tests/bot/test_line.py", "tests/bot/test_line_along.py"),
    ),
    Fault(
        "greeting-waited-for-without-end",
        r"asyncio\.timeout\(self\._seconds\)(:\n +await connection\.connect)",
        r"asyncio.timeout(None)\1",
        ("tests/bot/test_line.py", "tests/bot/test_line_along.py"),
    ),
    Fault(
        "newer-before-what-was-lost",
        r"return self\._followed if self\._looked == self\._source\.breaks else \{\}",
        "return self._followed",
        ("tests/bot/test_follow.py", "tests/bot/test_follow_shards.py"),
    ),
    Fault(
        "lost-read-not-looked-for",
        r"\n +self\._forget\(\)\n( +await retries\.wait)",
        r"\n\1",
        ("tests/bot/test_follow.py", "tests/bot/test_follow_shards.py"),
    ),
    Fault(
        "waiting-read-sent-again",
        r"pool\(ANSWER_SECONDS, once, _CONNECTIONS\)",
        "pool(ANSWER_SECONDS, again, _CONNECTIONS)",
        ("tests/bot/test_ownership.py",),
    ),
    # From outside.
    Fault(
        "one-update-spoils-the-answer",
        r"return _parted_by_marks\(answer\)",
        "raise",
        ("tests/bot/test_envelope.py",),
    ),
    Fault(
        "unreadable-update-not-acknowledged",
        r"number = error\.number\n",
        "number = None\n",
        ("tests/bot/test_polling.py",),
    ),
    Fault(
        "unreadable-update-told-to-nobody",
        r"(except Unreadable as error:\n +)await self\._set_aside\(error\.number, raw, error\.reason\)",
        r"\1return",
        ("tests/bot/test_webhook.py",),
    ),
    Fault(
        "updates-out-of-bounds-believed",
        r"type\(number\) is not int or not 0 <= number < _MOST",
        "type(number) is not int",
        ("tests/bot/test_envelope.py",),
    ),
    Fault(
        "slow-update-taken-for-a-deadly-one",
        r"await self\._inbox\.keep\(entry\)\n",
        "pass\n",
        ("tests/bot/test_consumer.py",),
    ),
    # Chats that move, chats that cannot be reached, and what is said before it is safe.
    Fault(
        "chats-move-as-telegram-moves-none",
        r"if not \(_SUPERGROUPS_BELOW < old < 0 and new < _SUPERGROUPS_BELOW\):",
        "if old == new:",
        ("tests/bot/test_migrate.py", "tests/bot/test_conversations_moved.py"),
    ),
    Fault(
        "what-has-come-comes-again",
        r"if here\[3\] == ARGV\[3\] then",
        "if false then",
        ("tests/bot/test_migrate.py",),
    ),
    Fault(
        "presser-told-before-it-is-committed",
        r"( +step = await self\._games\.sit\(.*\n)",
        r'        await self._confirm(request, context, "seated", "seat-taken")\n\1',
        ("tests/bot/test_acknowledged.py",),
    ),
    Fault(
        "players-told-in-private-before-it-is-committed",
        r"^( +)(if await self\._commit\(held, step, update, entry, words=agreed, fell_back=untold\):)",
        r"\1self._on_applied and self._on_applied(held, step)\n\1\2",
        ("tests/bot/test_acknowledged.py",),
    ),
    Fault(
        "failed-commit-answered-as-if-done",
        r"except Busy:(\n +await self\._answers\.refuse)",
        r"except Exception:\1",
        ("tests/bot/test_acknowledged.py",),
    ),
    Fault(
        "table-changed-though-its-group-cannot-be-told",
        r"        if held\.halted:$",
        "        if False:",
        ("tests/bot/test_reach.py",),
    ),
    Fault(
        "answers-wait-for-as-long-as-a-game-is-busy",
        r"self\._since_answer >= _OTHERS",
        "False",
        ("tests/bot/test_queue.py",),
    ),
    Fault(
        "one-person-s-looks-keep-everybody-s-waiting",
        r"return _WORD if job\.word else job\.who",
        "return None",
        ("tests/bot/test_bystanders.py",),
    ),
    Fault(
        "a-good-move-beyond-a-share-is-dropped",
        r"and share is not None and share\.lends\(job\.who, job\.written\)",
        "and False",
        ("tests/bot/test_bystanders.py",),
    ),
    Fault(
        "all-beyond-a-share-is-tried-at-once",
        r"elif place in self\._rests:",
        "elif False:",
        ("tests/bot/test_beyond.py",),
    ),
    Fault(
        "a-later-move-goes-ahead-of-one-beyond-a-share",
        r"            await self\._beyond\.ahead_of\(job\)\n",
        "",
        ("tests/bot/test_beyond.py",),
    ),
    Fault(
        "taps-take-the-place-of-moves",
        r"await self\._taps\.passed\(hurry\)",
        "await self._all.passed(hurry)",
        ("tests/bot/test_limiter.py",),
    ),
    Fault(
        "time-runs-out-while-a-lost-answer-is-unread",
        r"return self\._followed if self\._looked == self\._source\.breaks else \{\}",
        "return self._followed",
        ("tests/bot/test_follow.py", "tests/bot/test_follow_shards.py", "tests/bot/test_due_order.py"),
    ),
    Fault(
        "time-runs-out-after-a-wait-in-which-an-answer-was-lost",
        r"if self\._turns\.lost != lost or not self\._turns\.ready:",
        "if not self._turns.ready:",
        ("tests/bot/test_due_order.py",),
    ),
    Fault(
        "what-was-handed-over-and-found-comes-twice",
        r"sorted\(dict\.fromkeys\(\(\*found, \*behind\)\), key",
        "sorted((*found, *behind), key",
        ("tests/bot/test_follow.py", "tests/bot/test_follow_shards.py", "tests/bot/test_claimed.py"),
    ),
)
