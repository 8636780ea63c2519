"""Faults around the games: what people are told, proofs, time, order, and what comes from outside."""

from typing import Final

from tests.faults.fault import Fault

CROSS_CUTTING: Final = (
    # What people are told, and whether they are understood.
    Fault(
        "notice-composed-twice",
        r"notices = \[item\.notice for item in batch\]",
        "notices = [item.notice for item in batch for _ in range(2)]",
        ("tests/bot/announce/test_announcer.py",),
    ),
    Fault(
        "groups-name-shared-unasked",
        r"named = \(await self\._store\.load_settings\(found\.chat\)\)\.get\(NAME_SETTING\) == NAME_SHOWN",
        "named = True",
        ("tests/bot/handlers/records/test_shared_games.py",),
    ),
    Fault(
        "game-shown-in-private-to-anybody",
        r"return found\.chat < 0 and \(await self\._members\.find_member\(found\.chat, user\)\)\.present",
        "return True",
        ("tests/bot/handlers/records/test_history.py",),
    ),
    Fault(
        "end-told-without-its-effects-where-the-store-fails",
        r"except \(RuntimeError, ResponseError, \*DECODE_ERRORS\):",
        "except Exception:",
        ("tests/bot/announce/test_game_effects.py",),
    ),
    Fault(
        "refused-picture-told-to-nobody",
        r"except RequestRejected as error:(\n +text = caption)",
        r"except FileIdExpired as error:\1",
        ("tests/bot/telegram/api/test_gateway.py",),
    ),
    Fault(
        "words-said-again-with-their-picture",
        r"self\._text_already_sent\[newest\.key\] = await (self\._post_sender\.send_text_ahead)",
        r"await \1",
        ("tests/bot/announce/test_announcer.py",),
    ),
    Fault(
        "outage-told-beside-the-notice",
        r"entry, custom_words=custom_words, fell_back=fell_back$",
        "entry, custom_words=custom_words",
        ("tests/bot/handlers/test_word_commands.py",),
    ),
    Fault(
        "picture-edited-instead-of-sent",
        r"await self\._gateway\.send_photo\(scope, photo, post\.text or None, post\.keyboard, as_text=as_text\)",
        "await self._gateway.edits.edit_photo(scope.chat, 1, photo, post.text, post.keyboard)",
        ("tests/bot/announce/test_announcer.py",),
    ),
    Fault(
        "answer-sent-instead-of-edited",
        r"await self\._gateway\.edits\.edit_text\(tap\.venue\.scope\.chat, tap\.message, text, keyboard,",
        "await self._gateway.send_text(tap.venue.scope, text, keyboard,",
        ("tests/bot/user_input/test_options.py",),
    ),
    Fault(
        "picture-in-another-topic",
        r"if scope\.topic is not None:(\n        parameters\.append)",
        r"if False:\1",
        ("tests/bot/telegram/api/test_gateway.py", "tests/bot/handlers/lobbies/test_lobby.py"),
    ),
    Fault(
        "other-chats-message-touched",
        r"scope=place, migrated_from=self\.venue\.scope\.chat\)",
        "scope=place)",
        ("tests/bot/handlers/test_migrated_chats.py",),
    ),
    Fault(
        "refusal-swallowed",
        r"(except EngineError as error:\n            )await self\._answers\.reply_refusal\(request, .*\)",
        r"\1return",
        ("tests/bot/handlers/test_refusals.py",),
    ),
    Fault(
        "edit-of-what-was-asked-about-not-taken",
        r"if not \(request\.is_edit and await self\._table_question\.take_edit\(request, context\)\):",
        "if True:",
        ("tests/bot/handlers/dispatch/test_edits_at_several_tables.py",),
    ),
    Fault(
        "unreadable-table-called-no-game",
        r"raise refusal_to_show\(error, context\) from error",
        "raise",
        ("tests/bot/handlers/dispatch/test_unreadable_tables.py",),
    ),
    Fault(
        "command-of-groups-in-private",
        r'request\.venue\.private and row\.where == "group" and context\.loaded\.table is None',
        "False",
        ("tests/bot/handlers/test_refusals.py",),
    ),
    Fault(
        "wrong-language-in-private",
        r"return chosen or client_locale\(sender\) or self\.default",
        "return self.default",
        ("tests/bot/telegram/test_private_locale.py",),
    ),
    Fault(
        "exchanged-tile-told-to-the-wrong-player",
        r"self\._lanes\.enqueue\(player\.user, _ExCellNotice",
        "self._lanes.enqueue(step.table.players[seat - 1].user, _ExCellNotice",
        ("tests/bot/families/crossword/test_ex_cell_notice.py",),
    ),
    Fault(
        "typed-value-not-understood",
        r"return languages\(\)\.find_meaning\(f\"values\..*\) or fold_word\(typed\)",
        "return fold_word(typed)",
        ("tests/bot/user_input/test_options.py",),
    ),
    Fault(
        "option-that-changes-nothing-taken",
        r"options\.check_options_matter\(chosen, ruleset, kinds\)",
        "pass",
        ("tests/bot/user_input/test_option_choices.py",),
    ),
    Fault(
        "family-texts-not-read",
        r"for folder in languages\(\)\.text_folders\(language\)",
        "for folder in languages().text_folders(language)[:1]",
        ("tests/bot/families/test_family_texts.py",),
    ),
    Fault(
        "command-that-telegram-refuses",
        r"\{1,32\}\\Z",
        "{1,99}$",
        ("tests/bot/languages/test_typed_toml.py",),
    ),
    Fault(
        "a-third-family-taken-for-the-second",
        r"next\(family for family in FAMILIES if isinstance\(ruleset, family\.engine_family\.ruleset\)\)",
        "COMMAND_LINE_FAMILIES[not isinstance(ruleset, COMMAND_LINE_FAMILIES[0].engine_family.ruleset)]",
        ("tests/bot/families/test_third_family.py",),
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
        r"if entry\.scores != scores_of\(after\):",
        "if False:",
        ("tests/engine/test_proof_altered.py", "tests/bot/subcommands/test_verify.py"),
    ),
    Fault(
        "altered-event-verified",
        r"\n    if recorded is not None:\n        _compare_events\(recorded, events\)\n",
        "\n",
        ("tests/engine/test_proof_altered.py", "tests/bot/subcommands/test_verify.py"),
    ),
    # Time.
    Fault(
        "time-out-a-second-early",
        r"return clock\.seat_timeout_at\(state\.clock_rule, state\.clocks, state\.turn\)",
        "turn_deadline = clock.seat_timeout_at(state.clock_rule, state.clocks, state.turn)\n"
        '    return turn_deadline and turn_deadline - __import__("datetime").timedelta(seconds=1)',
        ("tests/engine/test_clock.py",),
    ),
    # Order and patience.
    Fault(
        "newest-first-in-a-lane",
        r"places\.append\(_QueuedItem",
        "places.appendleft(_QueuedItem",
        ("tests/bot/workers/test_lanes.py",),
    ),
    Fault(
        "done-a-moment-ago-and-done-again",
        r"return True(\n        self\._expiries\[key\] = )",
        r"return False\1",
        ("tests/bot/workers/test_recent.py",),
    ),
    Fault(
        "waits-that-do-not-grow",
        r"2\.0 \*\* min\(failures",
        "1.0 ** min(failure_count",
        ("tests/bot/workers/test_retry_policy.py", "tests/bot/ingress/test_polling.py"),
    ),
    Fault(
        "another-bot-on-the-same-database",
        r"        raise WrongTenant\n",
        "        return\n",
        ("tests/bot/store/test_tenant.py",),
    ),
    Fault(
        "each-connects-to-redis-by-itself",
        r"        if self\._attempts_task is None:\n",
        "        if True:\n",
        ("tests/bot/store/connection/test_reconnect.py",),
    ),
    Fault(
        "updates-wait-half-a-minute-for-redis-that-is-back",
        r"STORE_ERRORS, longest=STORE_SECONDS",
        "STORE_ERRORS",
        ("tests/bot/ingress/test_polling.py",),
    ),
    Fault(
        "answers-of-redis-shifted",
        r"batch = self\._batches\[0\]",
        "batch = self._batches[-1]",
        ("tests/bot/store/connection/test_multiplexed.py", "tests/bot/store/connection/test_send_later.py"),
    ),
    Fault(
        "greeting-waited-for-without-end",
        r"asyncio\.timeout\(self\._reply_seconds\)(:\n +await connection\.connect)",
        r"asyncio.timeout(None)\1",
        ("tests/bot/store/connection/test_multiplexed.py", "tests/bot/store/connection/test_send_later.py"),
    ),
    Fault(
        "newer-before-what-was-lost",
        r"return self\._caught_up if self\._checked_breaks == self\._source\.lost_reply_count else \{\}",
        "return self._caught_up",
        ("tests/bot/workers/test_shard_reader.py", "tests/bot/workers/test_shard_reader_ownership.py"),
    ),
    Fault(
        "lost-read-not-looked-for",
        r"\n +self\._reset\(\)\n( +await retries\.wait_after_failure)",
        r"\n\1",
        ("tests/bot/workers/test_shard_reader.py", "tests/bot/workers/test_shard_reader_ownership.py"),
    ),
    Fault(
        "waiting-read-sent-again",
        r"pool\(SERVER_REPLY_SECONDS, once, _CONNECTIONS\)",
        "pool(SERVER_REPLY_SECONDS, again, _CONNECTIONS)",
        ("tests/bot/store/shards/test_ownership.py",),
    ),
    # From outside.
    Fault(
        "one-update-spoils-the-answer",
        r"return _split_json_objects\(answer\)",
        "raise",
        ("tests/bot/ingress/test_update_header.py",),
    ),
    Fault(
        "unreadable-update-not-acknowledged",
        r"return error\.update_id\n",
        "return None\n",
        ("tests/bot/ingress/test_polling.py",),
    ),
    Fault(
        "unreadable-update-told-to-nobody",
        r"(except UnreadableUpdate as error:\n +)await self\._store_unreadable\(error\.update_id, raw, error\.reason\)",
        r"\1pass",
        ("tests/bot/ingress/test_webhook.py",),
    ),
    Fault(
        "updates-out-of-bounds-believed",
        r"type\(number\) is not int or not 0 <= number < _ID_BOUND",
        "type(number) is not int",
        ("tests/bot/ingress/test_update_header.py",),
    ),
    Fault(
        "slow-update-taken-for-a-deadly-one",
        r"await self\._inbox\.renew_claim\(entry\)\n",
        "pass\n",
        ("tests/bot/ingress/test_consumer.py",),
    ),
    # Chats that move, chats that cannot be reached, and what is said before it is safe.
    Fault(
        "chats-move-as-telegram-moves-none",
        r"if not \(_SUPERGROUPS_BELOW < old < 0 and new < _SUPERGROUPS_BELOW\):",
        "if old == new:",
        ("tests/bot/store/test_chat_migration.py", "tests/bot/handlers/test_migrated_chats.py"),
    ),
    Fault(
        "what-has-come-comes-again",
        r"if redis\.call\('HGET', first_key, 'came'\) == group\.old_chat then",
        "if false then",
        ("tests/bot/store/test_chat_migration.py",),
    ),
    Fault(
        "presser-told-before-it-is-committed",
        r"( +step = await self\._games\.seat_player\(.*\n)",
        r'        await self._acknowledge(request, context, "seated", "seat-taken")\n\1',
        ("tests/bot/test_commit_before_reply.py",),
    ),
    Fault(
        "players-told-in-private-before-it-is-committed",
        r"^( +)commit = await self\._commit_builder\.build_action_commit\(\n +loaded, step, update, entry,",
        r"\1self._on_applied and self._on_applied(loaded, step)\n\g<0>",
        ("tests/bot/test_commit_before_reply.py",),
    ),
    Fault(
        "failed-commit-answered-as-if-done",
        r"except Busy:(\n +await self\._answers\.reply_refusal)",
        r"except Exception:\1",
        ("tests/bot/test_commit_before_reply.py",),
    ),
    Fault(
        "table-changed-though-its-group-cannot-be-told",
        r"        if loaded\.is_unreachable:$",
        "        if False:",
        ("tests/bot/handlers/test_retry_unreachable.py",),
    ),
    Fault(
        "answers-wait-for-as-long-as-a-game-is-busy",
        r"self\._since_answer >= _MOST_AHEAD",
        "False",
        ("tests/bot/workers/test_waiter_queue.py",),
    ),
    Fault(
        "one-person-s-looks-keep-everybody-s-waiting",
        r"return _NOTICE_FAIRNESS_KEY if job\.is_throttle_notice else job\.person",
        "return None",
        ("tests/bot/ingress/test_fairness_under_load.py",),
    ),
    Fault(
        "a-good-move-beyond-a-share-is-dropped",
        r"and buckets is not None and buckets\.can_borrow\(job\.person, job\.written_at\)",
        "and False",
        ("tests/bot/ingress/test_fairness_under_load.py",),
    ),
    Fault(
        "all-beyond-a-share-is-tried-at-once",
        r"elif place in self\._pacers:",
        "elif False:",
        ("tests/bot/ingress/test_over_limit.py",),
    ),
    Fault(
        "a-later-move-goes-ahead-of-one-beyond-a-share",
        r"            await self\._admit_lane\(lane_of\(job\)\)\n",
        "",
        ("tests/bot/ingress/test_over_limit.py",),
    ),
    Fault(
        "taps-take-the-place-of-moves",
        r"await self\._tap_gate\.wait_for_send_slot\(sending\)",
        "await self._message_gate.wait_for_send_slot(sending)",
        ("tests/bot/workers/test_limiter.py",),
    ),
    Fault(
        "time-runs-out-while-a-lost-answer-is-unread",
        r"return self\._caught_up if self\._checked_breaks == self\._source\.lost_reply_count else \{\}",
        "return self._caught_up",
        (
            "tests/bot/workers/test_shard_reader.py",
            "tests/bot/workers/test_shard_reader_ownership.py",
            "tests/bot/ingress/test_timeouts.py",
        ),
    ),
    Fault(
        "time-runs-out-after-a-wait-in-which-an-answer-was-lost",
        r"if self\._table_queue\.loss_count != loss_count or not self\._table_queue\.is_ready:",
        "if not self._table_queue.is_ready:",
        ("tests/bot/ingress/test_timeouts.py",),
    ),
    Fault(
        "what-was-handed-over-and-found-comes-twice",
        r"sorted\(dict\.fromkeys\(\(\*found, \*behind\)\), key",
        "sorted((*entries_read, *behind), key",
        (
            "tests/bot/workers/test_shard_reader.py",
            "tests/bot/workers/test_shard_reader_ownership.py",
            "tests/bot/ingress/test_in_flight.py",
        ),
    ),
)
