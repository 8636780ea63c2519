# Groups with as little noise as there can be: English.

button-seal = 🔏 Seal
seal-alert =
    Seal of this table’s draws (SHA-256):
    { $seal }
started-seal = Seal of the draw (SHA-256): <code>{ $seal }</code>
