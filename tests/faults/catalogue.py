"""The faults: for each promise a function that breaks it, and the test that has to notice."""

import dataclasses
from collections.abc import Callable
from typing import Any, Final

from msgspec import structs

from bot.store import keys
from bot.store.commits import ChatMigrated, Committed, Conflict
from engine.game import view
from engine.replay_log import _apply_entry  # noqa: PLC2701 - is planted in its place
from engine.table_log import scores_of
from tests.faults.planting import Fault

Plant = Callable[[Any], Any]


def give(value: Any) -> Plant:
    """In place of a function, one that gives a value."""
    return lambda _: lambda *_, **__: value


def give_later(value: Any = None) -> Plant:
    """The same in place of a coroutine function."""

    def plant(_: Any) -> Any:
        async def changed(*_: Any, **__: Any) -> Any:
            return value

        return changed

    return plant


def do_first(act: Callable[..., Any]) -> Plant:
    """In place of a coroutine function, one that awaits something else before it."""

    def plant(function: Any) -> Any:
        async def changed(*given: Any, **named: Any) -> Any:
            await act(*given, **named)
            return await function(*given, **named)

        return changed

    return plant


def change_commit(**fields: Any) -> Plant:
    """Commits of which some fields say something else."""

    def plant(function: Any) -> Any:
        async def changed(self: Any, commit: Any, update: Any = None) -> Any:
            return await function(self, dataclasses.replace(commit, **fields), update)

        return changed

    return plant


def _delay_deadline(function: Any) -> Any:
    async def changed(self: Any, commit: Any, update: Any = None) -> Any:
        late = None if commit.deadline is None else commit.deadline + 60
        return await function(self, dataclasses.replace(commit, deadline=late), update)

    return changed


def _overwrite_others(function: Any) -> Any:
    async def changed(self: Any, commit: Any, update: Any = None) -> Any:
        done = await function(self, commit, update)
        if isinstance(done, Conflict):
            done = await function(self, dataclasses.replace(commit, expected_version=done.version), update)
        return done

    return changed


def _stay_in_former_group(function: Any) -> Any:
    async def changed(self: Any, commit: Any, update: Any = None) -> Any:
        done = await function(self, commit, update)
        return Committed(commit.expected_version + 1) if isinstance(done, ChatMigrated) else done

    return changed


async def _ack_update(self: Any, _: Any, job: Any, *__: Any) -> None:
    await self._in_flight.ack_entry(job.entry)


async def _ack_notice(self: Any, _: Any, waiting: Any) -> None:
    await self._outbox.ack_notices([waiting[0].entry], waiting[0].entry.scope)


def _tell_attempts(function: Any) -> Any:
    def changed(self: Any, *given: Any) -> Any:
        attempt = function(self, *given)
        self.tell_applied(attempt)
        return attempt

    return changed


def _post_again(function: Any) -> Any:
    async def changed(self: Any, chat: int, day: Any, puzzle: str, epoch: str) -> Any:
        begun = await function(self, chat, day, puzzle, epoch)
        return type(begun)("sending", puzzle) if begun[0] == "done" else begun

    return changed


def _know_no_downtimes(function: Any) -> Any:
    def changed(self: Any, steady: int) -> Any:
        beat = self._last_beat
        self._last_beat = dataclasses.replace(beat, downtimes=(), downtime_ms=0)
        try:
            return function(self, steady)
        finally:
            self._last_beat = beat

    return changed


def _see_no_jump(function: Any) -> Any:
    async def changed(self: Any, former: Any) -> Any:
        return 0, (await function(self, former))[1]

    return changed


def _take_from_owner(function: Any) -> Any:
    async def changed(self: Any, shard: int, _: str, epoch: str) -> Any:
        owner = await self._client.get(keys.shard_owner(shard))
        return await function(self, shard, "" if owner is None else owner.decode(), epoch)

    return changed


async def _forget_member(self: Any, chat: int, user: int) -> None:
    self._cache.pop((chat, user), None)


def _compose_at_once(function: Any) -> Any:
    async def changed(self: Any, chat: int, compose_and_send: Any, *given: Any) -> Any:
        async def nothing(_: Any) -> None:
            return None

        composed = await compose_and_send(*given)
        await function(self, chat, nothing, *given)
        return composed

    return changed


def _keep_secret(kind: str) -> Plant:
    """A kind of event whose secret is not taken out."""

    def plant(redact: Any) -> Any:
        return staticmethod(lambda event, viewer: event if type(event).__name__ == kind else redact(event, viewer))

    return plant


def _show_rack(view_for: Any) -> Any:
    return lambda state, viewer: view_for(state, 0 if viewer is None else viewer)


def _show_secret(lobby_view: Any) -> Any:
    return lambda lobby: structs.replace(lobby_view(lobby), commitment=lobby.secret)


def _keep_secrets_of_events(build_notice: Any) -> Any:
    def changed(loaded: Any, table: Any, step: Any, **named: Any) -> Any:
        return structs.replace(build_notice(loaded, table, step, **named), events=tuple(step.events))

    return changed


def _keep_view_of_player(build_notice: Any) -> Any:
    def changed(loaded: Any, table: Any, step: Any, **named: Any) -> Any:
        viewer = next((one.user for one in getattr(step.table, "players", ())), None)
        notice = build_notice(loaded, table, step, **named)
        return notice if viewer is None else structs.replace(notice, view=view(step.table, viewer))

    return changed


def _show_anothers_rack(rack_text: Any) -> Any:
    def changed(self: Any, own: Any) -> Any:
        return rack_text(self, dataclasses.replace(own, seat=own.seat - 1))

    return changed


def _open_first_board(own_game: Any) -> Any:
    async def changed(self: Any, context: Any, _: int) -> Any:
        return await own_game(self, context, context.loaded.table.players[0].user)

    return changed


def _trust_scores(apply_checked: Any) -> Any:
    def changed(ruleset: Any, secret: str, table: Any, entry: Any, recorded: Any = None) -> Any:
        after, _ = _apply_entry(ruleset, secret, table, entry)
        return apply_checked(ruleset, secret, table, structs.replace(entry, scores=scores_of(after)), recorded)

    return changed


def _post_what_is_offered(to_article: Any) -> Any:
    def changed(self: Any, loaded: Any, offer: Any, labels: Any, speaker: Any) -> Any:
        return to_article(self, loaded, offer, labels, speaker)._replace(message_text=offer.title)

    return changed


def _forget_the_forgotten(delete_all_keys: Any) -> Any:
    async def changed(client: Any) -> None:
        await delete_all_keys(client)
        await client.delete(keys.forgotten())

    return changed


_COMMIT: Final = "bot.store.games:GameStore.commit"

FAULTS: Final = (
    # Moves and messages
    Fault(
        "updates-go-before-they-are-handled",
        "reliability: a message that was confirmed to Telegram is handled at least once",
        "bot.ingress.consumer:Consumer._handle_job",
        do_first(_ack_update),
        "tests/bot/test_at_least_once_delivery.py::test_an_update_stays_in_the_inbox_until_handled",
    ),
    Fault(
        "updates-are-confirmed-and-not-stored",
        "reliability: a message that was confirmed to Telegram is handled at least once",
        "bot.store.inbox:Inbox.append_update",
        give_later(True),
        "tests/bot/store/redis_streams/test_inbox_and_outbox.py::test_an_update_comes_out_as_it_went_in",
    ),
    Fault(
        "updates-count-twice",
        "reliability: a move counts exactly once",
        _COMMIT,
        change_commit(update_id=None),
        "tests/bot/store/test_commit.py::test_the_same_update_changes_nothing_twice",
    ),
    Fault(
        "commits-overwrite-others",
        "reliability: of two moves at once one comes first, the other is judged on the board it left",
        _COMMIT,
        _overwrite_others,
        "tests/bot/store/test_commit.py::test_a_lost_race_changes_nothing",
    ),
    Fault(
        "moves-have-no-notice",
        "reliability: a move that counted is announced at least once",
        _COMMIT,
        change_commit(outbox=None),
        "tests/bot/store/test_commit.py::test_the_outbox_says_where_it_belongs",
    ),
    Fault(
        "notices-go-before-they-are-sent",
        "reliability: a move that counted is announced at least once",
        "bot.announce.announcer:Announcer._announce",
        do_first(_ack_notice),
        "tests/bot/test_at_least_once_delivery.py::test_a_notice_stays_in_the_outbox_until_told",
    ),
    Fault(
        "players-are-told-before-the-commit",
        "reliability: a move whose commit failed is announced to nobody",
        "bot.tables.table_loader:AppliedSteps.note_attempt",
        _tell_attempts,
        "tests/bot/test_commit_before_reply.py::test_nothing_is_told_before_its_commit_or_of_one_that_failed",
    ),
    Fault(
        "dead-letters-are-lost",
        "reliability: an update that cannot be handled is set aside",
        "bot.store.inbox:Inbox.dead_letter",
        give_later(True),
        "tests/bot/store/redis_streams/test_inbox_and_outbox.py::test_an_update_that_keeps_failing_is_buried_with_its_reason",
    ),
    Fault(
        "daily-puzzles-are-sent-again",
        "reliability: a group's daily puzzle is posted at most once a day",
        "bot.store.puzzles:DailyPuzzleStore.begin_sending",
        _post_again,
        "tests/bot/store/test_daily_puzzles.py::test_a_day_begins_once_and_never_after_a_later_one",
    ),
    Fault(
        "data-of-another-schema-are-opened",
        "reliability: data of 0.2.0 or later are migrated by every later version",
        "bot.store.server_checks:check_schema",
        give_later(),
        "tests/bot/store/test_schema_number.py::test_data_without_a_number_are_an_earlier_versions",
    ),
    Fault(
        "backups-are-not-replayed",
        "reliability: a backup holds every game whole, and proves it",
        "bot.offline.backup:_find_damage",
        give(""),
        "tests/bot/backups/test_restore.py::test_a_game_that_is_not_whole_is_named_and_refused",
    ),
    # Groups that change
    Fault(
        "supergroups-lack-what-is-copied",
        "reliability: a group that becomes a supergroup keeps its games, logs, settings and clocks",
        "bot.store.chat_migration:_copied_keys",
        give(()),
        "tests/bot/store/test_chat_migration.py::test_a_game_whose_clocks_wait_for_the_bot_waits_under_its_new_number",
    ),
    Fault(
        "commits-to-the-former-group-are-lost",
        "reliability: what was still written in the old group counts in the new one",
        _COMMIT,
        _stay_in_former_group,
        "tests/bot/store/test_chat_migration.py::test_nothing_is_committed_or_chosen_in_a_group_once_it_is_closed",
    ),
    Fault(
        "tables-out-of-reach-are-changed",
        "reliability: nothing that players ask in private meanwhile changes the tables of a group that removed the bot",
        "bot.tables.games:Games.check_reachable",
        give(None),
        "tests/bot/handlers/test_retry_unreachable.py::test_a_move_typed_in_private_is_told_that_the_group_cannot_be_reached",
    ),
    Fault(
        "clocks-run-out-of-reach",
        "reliability: clocks stand still where the bot may not write",
        "bot.tables.deadlines:UnreachableClocks._stop_clocks",
        give_later(),
        "tests/bot/tables/test_unreachable_clocks.py::test_put_out_of_a_group_the_bot_stops_its_clocks_and_frees_what_it_kept",
    ),
    # Time
    Fault(
        "moves-count-from-when-they-are-handled",
        "reliability: a move counts from when it reached the bot",
        "engine.game:action_times",
        lambda _: lambda _, __, now: (now, now),
        "tests/bot/tables/test_arrival_time.py::test_what_came_in_time_is_in_time_however_late_it_is_handled",
    ),
    Fault(
        "waiting-costs-the-next-player-time",
        "reliability: the next player's time starts when the action is applied",
        "engine.game:action_times",
        lambda _: lambda _, arrived, __: (arrived, arrived),
        "tests/engine/test_late_handling.py::test_the_movers_time_ends_as_the_move_arrives_and_the_next_players_begins_as_it_is_applied",
    ),
    Fault(
        "absences-cost-time",
        "reliability: nobody loses time while nobody can play",
        "bot.tables.served_time:ServedClock._steady_to_served",
        _know_no_downtimes,
        "tests/bot/tables/test_served_time.py::test_an_instant_of_people_is_found_in_served_time",
    ),
    Fault(
        "a-clock-that-is-set-costs-time",
        "reliability: setting the clock while the bot runs shifts nothing",
        "bot.store.heartbeat:Heartbeat._measure_clock_jump",
        _see_no_jump,
        "tests/bot/tables/test_served_time.py::test_setting_the_clock_of_the_machine_changes_no_time",
    ),
    Fault(
        "deadlines-are-a-minute-late",
        "reliability: a group keeps its clocks",
        _COMMIT,
        _delay_deadline,
        "tests/bot/store/test_commit.py::test_a_due_deadline_is_claimed_once_and_comes_again_after_the_lease",
    ),
    # Busy chats, several workers
    Fault(
        "look-ups-go-before-moves",
        "reliability: other members' chatter delays no move",
        "bot.workers.lanes:Lanes.wait_until_idle",
        give_later(),
        "tests/bot/ingress/test_fairness.py::test_moves_go_before_looks_that_came_first",
    ),
    Fault(
        "members-are-asked-for-again",
        "reliability: membership is remembered for a minute",
        "bot.telegram.groups:GroupMembers.find_member",
        do_first(_forget_member),
        "tests/bot/telegram/test_group_members.py::test_who_asks_again_and_again_is_asked_about_once",
    ),
    Fault(
        "look-ups-show-an-older-table",
        "reliability: a look-up that waited shows the table as it is when the answer is sent",
        "bot.telegram.send_queue:SendQueue.compose_when_allowed",
        _compose_at_once,
        "tests/bot/telegram/api/test_compose_when_sent.py::test_four_who_ask_in_a_busy_group_are_answered_by_one_message_that_is_true_when_it_is_sent",
    ),
    Fault(
        "shards-are-taken-from-their-owner",
        "reliability: a move counts exactly once",
        "bot.store.shard_ownership:ShardOwnership._swap_owner",
        _take_from_owner,
        "tests/bot/store/shards/test_ownership.py::test_a_shard_is_taken_only_as_it_was_seen",
    ),
    # Secrecy
    Fault(
        "drawn-tiles-are-told",
        "fairness: no message names a letter that you hold",
        "engine.crossword.family:Crossword.redact",
        _keep_secret("TilesDrawn"),
        "tests/engine/crossword/test_secrets.py::test_the_deal_is_told_to_each_alone",
    ),
    Fault(
        "exchanges-tell-which-tiles",
        "fairness: an exchange only says how many tiles",
        "engine.crossword.family:Crossword.redact",
        _keep_secret("TilesExchanged"),
        "tests/engine/crossword/test_secrets.py::test_the_others_hear_how_many_tiles_were_exchanged_and_not_which",
    ),
    Fault(
        "the-group-sees-a-rack",
        "fairness: no picture names a letter that you hold",
        "engine.crossword.secrecy:view_for",
        _show_rack,
        "tests/engine/crossword/test_secrets.py::test_an_outsider_sees_what_the_group_sees",
    ),
    Fault(
        "notices-hold-secret-events",
        "fairness: no message names a letter that you hold",
        "bot.tables.games:build_notice",
        _keep_secrets_of_events,
        "tests/bot/tables/test_games.py::test_the_stored_notice_is_the_redacted_one",
    ),
    Fault(
        "notices-hold-a-rack",
        "fairness: no picture names a letter that you hold",
        "bot.tables.games:build_notice",
        _keep_view_of_player,
        "tests/bot/tables/test_games.py::test_the_stored_notice_is_the_redacted_one",
    ),
    Fault(
        "a-hand-is-another-s",
        "fairness: you see your tiles behind My rack, and nobody else does",
        "bot.families.crossword.own_board:CrosswordOwnBoard.rack_text",
        _show_anothers_rack,
        "tests/bot/handlers/game/test_private_racks.py::test_the_rack_button_shows_the_presser_the_own_rack_and_nobody_else_anything",
    ),
    Fault(
        "everybody-opens-the-first-board",
        "fairness: you see your tiles behind My rack, and nobody else does",
        "bot.handlers.own_board:OwnBoardHandlers._own_game",
        _open_first_board,
        "tests/bot/handlers/game/test_private_racks.py::test_the_rack_button_shows_the_presser_the_own_rack_and_nobody_else_anything",
    ),
    Fault(
        "inline-results-post-a-plan",
        "fairness: no message names a letter that you hold",
        "bot.handlers.inline_mode:InlineQueryHandlers._to_article",
        _post_what_is_offered,
        "tests/bot/handlers/test_inline_mode.py::test_a_plan_of_somebody_who_is_not_on_turn_is_told_to_nobody",
    ),
    Fault(
        "errors-quote-secrets",
        "fairness: no refusal names a letter that you hold",
        "bot.logs:error_location",
        lambda _: str,
        "tests/bot/pictures/test_drawing.py::test_an_error_over_a_rack_names_no_tile",
    ),
    # Proofs
    Fault(
        "lobbies-show-the-secret",
        "fairness: the seal is the SHA-256 of a secret that is shown when the game is over",
        "engine.lobby_view:lobby_view",
        _show_secret,
        "tests/engine/test_lobby.py::test_a_lobby_shows_its_commitment_and_not_its_secret",
    ),
    Fault(
        "seeds-leave-the-secret-out",
        "fairness: the seed is the SHA-256 of the secret followed by players and message",
        "engine.rng:seed",
        lambda seed: lambda _, users, message: seed("00" * 32, users, message),
        "tests/engine/test_rulesets.py::test_the_seed_depends_on_secret_users_order_and_message",
    ),
    Fault(
        "running-games-are-proven",
        "fairness: while the game runs, nobody gets any of this",
        "engine.proof:is_over",
        give(value=True),
        "tests/engine/test_proof.py::test_nothing_is_proven_before_the_end",
    ),
    Fault(
        "altered-scores-are-verified",
        "fairness: harfiyen verify plays the game again from its seed",
        "engine.replay_log:_apply_checked",
        _trust_scores,
        "tests/engine/test_proof.py::test_what_is_changed_in_the_log_is_found_at_its_entry",
    ),
    Fault(
        "altered-events-are-verified",
        "fairness: harfiyen verify plays the game again from its seed",
        "engine.replay_log:_compare_events",
        give(None),
        "tests/engine/test_proof.py::test_what_is_changed_in_the_log_is_found_at_its_entry",
    ),
    # Privacy
    Fault(
        "packed-games-keep-names",
        "privacy: in your place stands a player without a name",
        "bot.tables.forgetting:_erase_in_packed_games",
        give_later(),
        "tests/bot/tables/forgetting/test_eraser.py::test_nothing_is_left_of_somebody",
    ),
    Fault(
        "records-keep-names",
        "privacy: in your place stands a player without a name",
        "bot.tables.forgetting:_erase_in_records",
        give_later(),
        "tests/bot/tables/forgetting/test_eraser.py::test_nothing_is_left_of_somebody",
    ),
    Fault(
        "streams-keep-names",
        "privacy: messages of yours that could not be handled are deleted",
        "bot.tables.forgetting:_erase_in_streams",
        give_later(),
        "tests/bot/tables/forgetting/test_eraser.py::test_nothing_is_left_of_somebody",
    ),
    Fault(
        "forgotten-players-share-an-id",
        "privacy: a player without a name, under a different ID in each group",
        "engine.forget_player:next_forgotten_user",
        lambda next_forgotten_user: lambda _: next_forgotten_user(()),
        "tests/bot/tables/forgetting/test_eraser.py::test_two_forgotten_people_of_a_group_are_told_apart",
    ),
    Fault(
        "restores-bring-people-back",
        "privacy: if a backup is restored, you are forgotten again before the bot starts",
        "bot.offline.backup:erase_restored",
        give_later(),
        "tests/bot/backups/test_restore_forgotten.py::test_a_backup_brings_no_forgotten_player_back",
    ),
    Fault(
        "restores-lose-who-was-forgotten",
        "privacy: the bot keeps a keyed hash of your Telegram ID",
        "bot.store.export:delete_all_keys",
        _forget_the_forgotten,
        "tests/bot/backups/test_restore_forgotten.py::test_the_list_lies_in_redis_and_in_a_file_and_says_no_id",
    ),
    Fault(
        "files-tell-what-others-decided",
        "privacy: the file leaves out everything about other people",
        "bot.store.personal_data:_is_by",
        give(value=True),
        "tests/bot/handlers/records/test_personal_file.py::test_what_somebody_decided_as_an_administrator",
    ),
    Fault(
        "rankings-list-who-left-them",
        "privacy: all your groups leave you out of their rankings",
        "bot.store.records:RecordStore.read_unlisted",
        give_later(frozenset()),
        "tests/bot/handlers/records/test_ranking.py::test_who_left_the_ranks_was_forgotten_or_has_long_not_played_is_not_shown",
    ),
)
