# Olabildiğince sessiz gruplar: Türkçe.

button-seal = 🔏 Mühür
seal-alert =
    Bu masanın kura mührü (SHA-256):
    { $seal }
started-seal = Kura mührü (SHA-256): <code>{ $seal }</code>

## Sırada ne var
button-again = 🔄 Rövanş
button-more = 🎲 Başka oyun
again-opened = Masa yeniden açıldı; kurucusu sizsiniz.
choose-game-for = { $name }, hangi oyunu oynayalım?

## Eski düğmeler nereye götürür
stale-none = O masa artık yok. Yenisini açmak için: { COMMAND("new") }
stale-lobby =
    O düğme önceki bir masanındı. Şimdi açık olan masa: { $game }.
    Oturanlar: { $names }
stale-game =
    O düğme eskide kaldı. Şimdiki durum:
    { $next }
    { $scores }
stale-over =
    O oyun bitti.
    { $scores }

## Grubun ayarları
settings-panel =
    ⚙️ <b>Bu grupta tahtalar</b>
    Hamleden sonra tahta ne olsun? Yöneticiler seçer; sabitlemek için mesaj sabitleme yetkim olmalı.

    Dil: { COMMAND("language") } · resimler: { COMMAND("theme") }, { COMMAND("labels") }
value-boards-each = Her hamlede yeni tahta
value-boards-last = Yalnızca son tahta kalsın
value-boards-one = Tek tahta, yerinde yenilensin
value-boards-pin = Tek tahta, sabitlensin
button-done = Tamam
