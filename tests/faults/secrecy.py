"""Faults that tell what is secret."""

from typing import Final

from tests.faults.fault import Fault

SECRECY: Final = (
    Fault(
        "drawn-tiles-told-to-all",
        r"case TilesDrawn\(seat=seat\) if seat != viewer:",
        "case TilesDrawn(seat=seat) if seat is None:",
        ("tests/engine/crossword/test_secrets.py",),
    ),
    Fault(
        "exchanged-tile-told-to-all",
        r"case TileExchanged\(\) if viewer != event\.victim and not",
        "case TileExchanged() if viewer == event.victim and not",
        ("tests/engine/crossword/test_ex_cells.py",),
    ),
    Fault(
        "rack-in-the-groups-view",
        r"rack = \(\) if viewer is None else state\.players\[viewer\]\.rack",
        "rack = state.players[viewer or 0].rack",
        ("tests/engine/crossword/test_secrets.py",),
    ),
    Fault(
        "secret-events-in-the-outbox",
        r"tuple\(redact\(event, None\) for event in step\.events\)",
        "tuple(step.events)",
        ("tests/bot/tables/test_games.py", "tests/bot/tables/test_notices.py", "tests/bot/tables/test_codec.py"),
    ),
    Fault(
        "seed-shown-in-the-lobby",
        r"lobby\.commitment,\n",
        "lobby.secret,\n",
        (
            "tests/engine/test_lobby_seats.py",
            "tests/engine/crossword/test_secrets.py",
            "tests/bot/handlers/lobbies/test_lobby.py",
        ),
    ),
    Fault(
        "somebody-elses-rack",
        r"(rack = state\.players\[own\.seat)(\]\.rack\n        tiles = )",
        r"\1 - 1\2",
        ("tests/bot/handlers/game/test_private_racks.py",),
    ),
    Fault(
        "rack-in-a-caption-of-the-group",
        r"user = request\.sender\.user\n        try:$",
        "user = request.venue.scope.chat\n        try:",
        ("tests/bot/handlers/game/test_private_racks.py",),
    ),
    Fault(
        "rack-in-the-outbox",
        r"None if step\.table is None else view\(step\.table, None\)",
        "None if step.table is None else view(step.table, next((one.user for one in "
        "getattr(step.table, 'players', ())), None))",
        ("tests/bot/tables/test_games.py", "tests/bot/tables/test_notices.py"),
    ),
    Fault(
        "rack-in-a-log-line",
        r"nothing could be drawn in \{theme\}: \{error_location\(error\)\}",
        "nothing could be drawn in {theme}: {error}",
        ("tests/bot/pictures/test_drawing.py", "tests/bot/logs/test_setup.py"),
    ),
    Fault(
        "half-a-password-told-with-an-address",
        r"_refuse_cut_password\(value\)\n    if",
        "if",
        ("tests/bot/config/test_mutated_settings.py",),
    ),
)
