## İtirazlar
button-challenge = ⚖️ İtiraz
window-open = ⚖️ Son hamleye { $time } içinde, sıradaki oyuncu oynayana kadar itiraz edilebilir: /itiraz
window-open-last = ⚖️ Bu hamle oyunu bitirir. { $time } içinde itiraz edilebilir (/itiraz); sıradaki oyuncu /pas ile kabul edebilir.
window-left = ⚖️ Son hamleye itiraz için kalan süre: <b>{ $time }</b>
window-closed-time = ⚖️ İtiraz süresi doldu; <b>{ $name }</b> oyuncusunun hamlesi geçerli.
window-closed-accepted = ⚖️ <b>{ $name }</b> oyuncusunun son hamlesi kabul edildi.
challenge-won = ⚖️ <b>{ $name }</b>, { $mover } oyuncusunun hamlesine itiraz etti ve haklı çıktı.
challenge-lost = ⚖️ <b>{ $name }</b>, { $mover } oyuncusunun hamlesine itiraz etti; kelimelerin hepsi geçerli: { $words }
challenge-done = İtirazınız karara bağlandı.
play-withdrawn = <b>{ $name }</b> hamlesini geri aldı. Sözlükte yok: <b>{ $phonies }</b>. Rafa dönenler: { $letters } (−{ $score } puan)
points-gained = <b>{ $name }</b> +{ $points } puan
points-lost = <b>{ $name }</b> −{ $points } puan
turn-lost = <b>{ $name }</b> haksız itirazı yüzünden bir sıra kaybetti.

## Değişim hücresi
tile-exchanged = 🔁 { $cell }: <b>{ $victim }</b> oyuncusunun bir taşı torbadaki bir taşla değişti; yenisini sahibine “🔤 Rafım” gösterir.
tile-swapped = 🔁 { $cell }: <b>{ $name }</b> ile <b>{ $victim }</b> birer taş değişti; yenilerini sahiplerine “🔤 Rafım” gösterir.
whisper-exchanged = 🔁 { $cell }: <b>{ $name }</b> EX hücresini kapladı; <b>{ $gone }</b> taşınız torbaya gitti, yerine <b>{ $come }</b> geldi.
whisper-swapped = 🔁 { $cell }: <b>{ $name }</b> ile birer taş değiştiniz; <b>{ $gone }</b> verdiniz, <b>{ $come }</b> aldınız.

## Beraberlik
button-agree = 🤝 Kabul
button-decline = Reddet
draw-offered = 🤝 <b>{ $name }</b> beraberlik öneriyor. Herkes kabul ederse oyun biter.
draw-accepted = 🤝 <b>{ $name }</b> beraberliği kabul etti.
draw-accepted-waiting = 🤝 <b>{ $name }</b> beraberliği kabul etti. Beklenenler: { $waiting }
draw-declined = <b>{ $name }</b> beraberliği reddetti; oyun sürüyor.
draw-agreed = Beraberliği kabul ettiniz.
draw-declined-done = Beraberliği reddettiniz.
