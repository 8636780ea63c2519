"""The faults: in the games, their secrets and the store here, and what stands around them."""

from typing import Final

from tests.faults.around import AROUND
from tests.faults.fault import Fault
from tests.faults.owning import OWNING
from tests.faults.several import SEVERAL

FAULTS: Final = (
    # Scores.
    Fault(
        "score-one-too-many",
        r"(sum\(word\.score for word in words\) \+ bingo \+ cell_bonus)\)",
        r"\1 + 1)",
        ("tests/engine/test_scoring.py",),
    ),
    Fault(
        "bingo-one-short",
        r"return scoring\.bingo if used == needed else 0",
        "return scoring.bingo - 1 if used == needed else 0",
        ("tests/engine/test_scoring.py",),
    ),
    Fault(
        "blank-scored",
        r"return 0 if tile\.startswith\(BLANK\) else values\[tile\]",
        "return values[tile.removeprefix(BLANK)]",
        ("tests/engine/test_scoring.py",),
    ),
    Fault(
        "premium-counted-twice",
        r"total \+= tile_points\(cells\[index\], values\)$",
        "total += tile_points(cells[index], values) * board.letter_multipliers[index]",
        ("tests/engine/test_scoring.py",),
    ),
    Fault(
        "bonus-cell-never-taken",
        r"bonus_taken=state\.bonus_taken or points\.cell_bonus > 0",
        "bonus_taken=state.bonus_taken",
        ("tests/engine/test_turns.py", "tests/engine/test_scoring.py", "tests/engine/test_playthroughs.py"),
    ),
    Fault(
        "four-word-for-everybody",
        r"first=index == first, last=index == last\)$",
        "first=True, last=True)",
        ("tests/engine/test_four_word.py",),
    ),
    Fault(
        "rack-not-deducted-at-the-end",
        r"0 if double else -rack for rack in own",
        "0 for rack in own",
        ("tests/engine/test_endings.py",),
    ),
    Fault(
        "cards-left-not-counted",
        r"return len\(player\.cards\) if player\.active and reason in",
        "return 0 if player.active and reason in",
        ("tests/engine/klepka/test_endings.py",),
    ),
    Fault(
        "klepka-flips-one-pair-too-many",
        r"PAIR \* \(self\.formed \+ 1\)",
        "PAIR * (self.formed + 2)",
        ("tests/engine/klepka/test_turns.py",),
    ),
    # Turns.
    Fault(
        "wrong-seat-on-turn",
        r"range\(seat \+ 1, seat \+ 1 \+ count\)",
        "range(seat + 2, seat + 2 + count)",
        ("tests/engine/test_turns.py", "tests/engine/test_tournament.py"),
    ),
    Fault(
        "exchange-limit-off-by-one",
        r"state\.players\[seat\]\.exchanges >= rule\.per_player",
        "state.players[seat].exchanges > rule.per_player",
        ("tests/engine/test_wordbox.py", "tests/engine/test_refusals.py"),
    ),
    Fault(
        "exchanged-tiles-drawn-back",
        r"draw\(state\.bag, len\(action\.tiles\), state\.draws\)",
        "draw(put_back(state.bag, action.tiles), len(action.tiles), state.draws)",
        ("tests/engine/test_turns.py", "tests/engine/test_laws.py"),
    ),
    Fault(
        "draw-order-changed",
        r"drawn\.append\(rest\.pop\(place\)\)",
        "drawn.append(rest.pop(-1 - place))",
        ("tests/engine/test_playthroughs.py",),
    ),
    Fault(
        "late-player-still-moves",
        r"(due = time_out\(state\)\n    return) due is not None and now >= due$",
        r"\1 False",
        ("tests/engine/test_clock.py", "tests/engine/test_tournament.py"),
    ),
    Fault(
        "wrong-refusal",
        r"raise Refusal\(\"own_play\"\)",
        'raise Refusal("challenge_too_late")',
        ("tests/engine/test_challenge.py", "tests/engine/test_refusals.py"),
    ),
    # Challenges.
    Fault(
        "withdrawn-play-keeps-its-score",
        r"pending\.seat, -pending\.score, since=pending\.play",
        "pending.seat, 0, since=pending.play",
        ("tests/engine/test_challenge.py",),
    ),
    Fault(
        "withdrawn-play-stays-on-the-board",
        r'"" if index in taken else cell for index, cell',
        "cell for index, cell",
        ("tests/engine/test_challenge.py",),
    ),
    Fault(
        "window-never-closes",
        r"if now >= pending\.until or is_late\(state, now\)",
        "if is_late(state, now)",
        ("tests/engine/test_challenge.py", "tests/engine/test_refusals.py"),
    ),
    # Secrets.
    Fault(
        "drawn-tiles-told-to-all",
        r"case TilesDrawn\(seat=seat\) if seat != viewer:",
        "case TilesDrawn(seat=seat) if seat is None:",
        ("tests/engine/test_secrets.py",),
    ),
    Fault(
        "exchanged-tile-told-to-all",
        r"case TileExchanged\(\) if viewer != event\.victim and not",
        "case TileExchanged() if viewer == event.victim and not",
        ("tests/engine/test_secrets.py",),
    ),
    Fault(
        "rack-in-the-groups-view",
        r"rack = \(\) if viewer is None else state\.players\[viewer\]\.rack",
        "rack = state.players[viewer or 0].rack",
        ("tests/engine/test_secrets.py",),
    ),
    Fault(
        "secret-events-in-the-outbox",
        r"tuple\(redact\(event, None\) for event in step\.events\)",
        "tuple(step.events)",
        ("tests/bot/test_games.py", "tests/bot/test_codec.py"),
    ),
    Fault(
        "seed-shown-in-the-lobby",
        r"lobby\.commitment,\n",
        "lobby.secret,\n",
        ("tests/engine/test_seats.py", "tests/engine/test_secrets.py", "tests/bot/test_conversations.py"),
    ),
    Fault(
        "somebody-elses-rack",
        r"(tap\.sender\.user\)\n        rack = state\.players\[seat)\]\.rack",
        r"\1 - 1].rack",
        ("tests/bot/test_conversations_private.py", "tests/bot/test_conversations.py"),
    ),
    Fault(
        "rack-in-a-caption-of-the-group",
        r"photo\(Scope\(user\), photo,",
        "photo(scope, photo,",
        ("tests/bot/test_conversations_private.py",),
    ),
    Fault(
        "rack-in-the-outbox",
        r"None if step\.table is None else view\(step\.table, None\)",
        "None if step.table is None else view(step.table, next(iter(playing(step.table)), None))",
        ("tests/bot/test_games.py",),
    ),
    Fault(
        "rack-in-a-log-line",
        r"nothing could be drawn in \{theme\}: \{where\(error\)\}",
        "nothing could be drawn in {theme}: {error}",
        ("tests/bot/test_draw*.py", "tests/bot/test_logs.py"),
    ),
    # The store.
    Fault(
        "commit-loses-the-state",
        r"'version', version, 'state', ARGV\[3\], 'away'",
        "'version', version, 'away'",
        ("tests/bot/test_store_commit.py",),
    ),
    Fault(
        "update-applied-twice",
        r"  redis\.call\('ZADD', KEYS\[3\], version, update\)\n",
        "",
        ("tests/bot/test_store_commit.py",),
    ),
    Fault(
        "race-not-noticed",
        r"if version ~= tonumber\(ARGV\[1\]\) then",
        "if false then",
        ("tests/bot/test_store_commit.py",),
    ),
    Fault(
        "deadline-a-minute-late",
        r'"" if commit\.deadline is None else repr\(commit\.deadline\)',
        '"" if commit.deadline is None else repr(commit.deadline + 60)',
        ("tests/bot/test_store_commit.py", "tests/bot/test_deadlines.py"),
    ),
    # Time.
    Fault(
        "absence-not-counted",
        r"if gap >= least then",
        "if false then",
        ("tests/bot/test_absences.py",),
    ),
    Fault(
        "absence-counted-by-everybody-who-returns",
        r"'beat', text\(steady\)",
        "'beat', text(last or steady)",
        ("tests/bot/test_absences.py",),
    ),
    Fault(
        "clock-that-is-set-moves-games",
        r"if math\.abs\(unseen\) >= least_jump then",
        "if false then",
        ("tests/bot/test_served.py",),
    ),
    Fault(
        "slow-answer-taken-for-a-clock-that-was-set",
        r"max\(0, passed - most\)",
        "max(0, passed - least)",
        ("tests/bot/test_dated.py",),
    ),
    Fault(
        "instant-of-telegrams-by-one-clock-alone",
        r"slips = \{self\._beat\.slip, .*\}",
        "slips = {self._beat.slip}",
        ("tests/bot/test_dated.py",),
    ),
    Fault(
        "challenge-dated-by-telegrams-clock",
        r"return self\._dated\(arrived, sent, 0\)",
        "return self._served(self._taken(sent, self._steady(arrived)))",
        ("tests/bot/test_dated.py",),
    ),
    Fault(
        "queue-charged-to-the-next-player",
        r"return min\(max\(arrived, table\.since or arrived\), begins\), begins",
        "return (arrived, arrived)",
        ("tests/engine/test_late_handling.py", "tests/bot/test_arrivals.py"),
    ),
    Fault(
        "queue-charged-to-a-turn-that-goes-on",
        r"Step\(gone_on\(state, after, .*\), events\)",
        "Step(after, events)",
        ("tests/engine/test_late_handling.py",),
    ),
    # In and out.
    Fault(
        "update-acknowledged-before-it-is-handled",
        r"        try:\n            with self\._judged_once\(job, update\), urgent",
        "        await self._inbox.ack([job.entry])\n"
        "        try:\n            with self._judged_once(job, update), urgent",
        ("tests/bot/test_deliveries.py",),
    ),
    Fault(
        "looks-go-before-moves",
        r"                await self\._lanes\.idle\(\(lane\[0\], \"play\"\)\)\n",
        "                pass\n",
        ("tests/bot/test_fairness.py",),
    ),
    Fault(
        "time-runs-out-before-what-came-in-time",
        r"arrived = self\._clock\(\) if held\.arrived is None else held\.arrived",
        "arrived = self._clock()",
        ("tests/bot/test_arrivals.py",),
    ),
    Fault(
        "time-runs-out-before-what-came-in-private",
        r"                await self\._none\(players, self\._unsettled\)\n",
        "",
        ("tests/bot/test_arrivals.py",),
    ),
    Fault(
        "time-runs-out-before-what-another-process-is-still-to-send-on",
        r"        if not self\._held\.holds\(entry\):\n            return True\n",
        "        if not self._held.holds(entry):\n            return False\n",
        ("tests/bot/test_forwarded.py",),
    ),
    Fault(
        "private-chats-judge-moves-themselves",
        r"if update is not None and update\.chat != scope\.chat:",
        "if update is None:",
        ("tests/bot/test_forwarded.py", "tests/bot/test_conversations_forwarded.py"),
    ),
    Fault(
        "what-is-sent-on-goes-behind-what-came-later",
        r"isinstance\(other, Job\) and other\.entry\.arrived > instant",
        "False",
        ("tests/bot/test_forwarded.py",),
    ),
    Fault(
        "what-is-sent-on-is-taken-away-first",
        r"(        await self\._add\(scope\.chat, fields\)\n)"
        r"(        await self\.ack\(\[entry\]\)\n)",
        r"\2\1",
        ("tests/bot/test_forwarded.py",),
    ),
    Fault(
        "looks-leave-no-room-for-moves",
        r"self\._most // 2 if spares else 0",
        "0",
        ("tests/bot/test_limiter.py",),
    ),
    Fault(
        "commits-go-on-where-a-group-has-left",
        r"^if game\[2\] then$",
        "if false then",
        ("tests/bot/test_migrate.py",),
    ),
    Fault(
        "notice-let-go-before-it-is-told",
        r"                await self\._remember\(item\)\n",
        "                await self._remember(item)\n"
        "                await self._outbox.done((item.entry,), item.entry.scope)\n",
        ("tests/bot/test_deliveries.py",),
    ),
    Fault(
        "too-many-requests-ignored",
        r"(except TooFast as error:\n            await .*\n            return) 0\n        except Moved",
        r"\1 1\n        except Moved",
        ("tests/bot/test_deliveries.py",),
    ),
    Fault(
        "failing-update-not-tried-again",
        r"if tries <= \(.*\):",
        "if tries < 1:",
        ("tests/bot/test_deliveries.py",),
    ),
    Fault(
        "chats-language-forgotten",
        r"if request\.place\.private else chosen or self\._default_language",
        "if request.place.private else self._default_language",
        ("tests/bot/test_conversations_info.py", "tests/bot/test_ukrainian.py"),
    ),
    Fault(
        "stale-button-accepted",
        r"if table is None or table_name\(table\) != pressed\.table:",
        "if table is None:",
        ("tests/bot/test_refusals_taps.py",),
    ),
    Fault(
        "anybody-is-an-administrator",
        r"Member\(found\.status in deciding,",
        "Member(bool(found.status),",
        ("tests/bot/test_clocks.py", "tests/bot/test_words.py"),
    ),
    Fault(
        "revealed-cards-stay-up",
        r"            await asyncio\.gather\(\*map\(self\._turn_down, entries\)\)\n",
        "            await asyncio.sleep(0)\n",
        ("tests/bot/test_klepka_reveal.py",),
    ),
    Fault(
        "former-picture-sent-for-another-board",
        r"return file_id if drawn == digest and file_id else None",
        "return file_id or None",
        ("tests/bot/test_photos.py", "tests/bot/test_store.py"),
    ),
    Fault(
        "name-as-markup",
        r"return Html\(_ISOLATE\.format\(html\.escape\(name, quote=False\)\)\)",
        "return Html(_ISOLATE.format(name))",
        ("tests/bot/test_people.py", "tests/bot/test_wording.py"),
    ),
    *AROUND,
    *OWNING,
    *SEVERAL,
)
