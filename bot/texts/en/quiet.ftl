# Groups with as little noise as there can be: English.

button-seal = 🔏 Seal
seal-alert =
    Seal of this table’s draws (SHA-256):
    { $seal }
started-seal = Seal of the draw (SHA-256): <code>{ $seal }</code>

## What can be done next
button-again = 🔄 Rematch
button-more = 🎲 Another game
again-opened = The table is open again, and you are its host.
choose-game-for = { $name }, which game would you like to play?

## What old buttons lead to
stale-none = That table is gone. To open another: { COMMAND("new") }
stale-lobby =
    That was an earlier table. Now one is open for { $game }.
    Seated: { $names }
stale-game =
    That button is from earlier. Now:
    { $next }
    { $scores }
stale-over =
    That game is over.
    { $scores }

## Settings of a group
settings-panel =
    ⚙️ <b>Boards in this group</b>
    What should become of the board after a move? Administrators choose; for pinning I need the right to pin messages.

    Language: { COMMAND("language") } · pictures: { COMMAND("theme") }, { COMMAND("labels") }
value-boards-each = A new board each move
value-boards-last = Keep only the newest board
value-boards-one = One board, edited in place
value-boards-pin = One board, pinned
button-done = Done
