# Olabildiğince sessiz gruplar: Türkçe.

button-seal = 🔏 Mühür
seal-alert =
    Bu masanın kura mührü (SHA-256):
    { $seal }
started-seal = Kura mührü (SHA-256): <code>{ $seal }</code>
