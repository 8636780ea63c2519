## İtirazlar
button-challenge = ⚖️ İtiraz
window-brief = ⚖️ İtiraz süresi: { $time }
window-open = ⚖️ Son hamleye { $time } içinde, sıradaki oyuncu oynamadan itiraz edebilirsiniz: { COMMAND("challenge") }
window-open-last = ⚖️ Bu hamleyle oyun bitiyor. { $time } içinde itiraz edilebilir ({ COMMAND("challenge") }). Sıradaki oyuncu { COMMAND("pass") } yazarak hamleyi kabul edebilir.
window-left = ⚖️ Son hamleye itiraz için kalan süre: <b>{ $time }</b>
window-closed-time = ⚖️ İtiraz süresi doldu, hamle geçerli: <b>{ $name }</b>
window-closed-accepted = ⚖️ Son hamle kabul edildi: <b>{ $name }</b>
challenge-won = ⚖️ <b>{ $name }</b>, { $mover } adlı oyuncunun hamlesine itiraz etti ve haklı çıktı.
challenge-won-brief = ⚖️ <b>{ $name }</b>, { $mover } adlı oyuncunun hamlesine itirazında haklı çıktı. Sözlükte yok: <b>{ $words }</b>
challenge-lost = ⚖️ <b>{ $name }</b>, { $mover } adlı oyuncunun hamlesine itiraz etti ama kelimelerin hepsi geçerli: { $words }
challenge-done = İtirazınız sonuçlandı.
play-withdrawn = <b>{ $name }</b> taşlarını geri alıyor. Sözlükte yok: <b>{ $phonies }</b>. Rafa dönen taşlar: { $letters } (−{ $score } puan)
points-gained = <b>{ $name }</b> +{ $points } puan
points-lost = <b>{ $name }</b> −{ $points } puan
turn-lost = <b>{ $name }</b>, haksız itiraz ettiği için bir tur kaybetti.

## EX hücresi
tile-exchanged = 🔁 { $cell }: <b>{ $victim }</b> adlı oyuncunun bir taşı torbadaki bir taşla değişti. Yeni taşı yalnızca sahibi görür: “{ button-rack }”.
tile-swapped = 🔁 { $cell }: <b>{ $name }</b> ile <b>{ $victim }</b> birer taş değiş tokuş etti. Yeni taşınızı görmek için: “{ button-rack }”.
own-tile-exchanged = 🔁 { $cell }: <b>{ $name }</b> EX hücresine taş koydu. <b>{ $gone }</b> taşınız torbaya gitti, yerine <b>{ $come }</b> geldi.
own-tile-swapped = 🔁 { $cell }: <b>{ $name }</b> ile birer taş değiş tokuş ettiniz. <b>{ $gone }</b> verdiniz, <b>{ $come }</b> aldınız.

## Beraberlik
button-agree = 🤝 Kabul
button-decline = Reddet
draw-offered = 🤝 <b>{ $name }</b> beraberlik öneriyor. Herkes kabul ederse oyun biter.
draw-accepted = 🤝 <b>{ $name }</b> beraberliği kabul etti.
draw-accepted-waiting = 🤝 <b>{ $name }</b> beraberliği kabul etti. Yanıtı beklenenler: { $waiting }
draw-declined = <b>{ $name }</b> beraberliği reddetti, oyun sürüyor.
draw-withdrawn = <b>{ $name }</b> beraberlik önerisini geri çekti, oyun sürüyor.
draw-agreed = Beraberliği kabul ettiniz.
draw-declined-done = Beraberliği reddettiniz.
draw-withdrawn-done = Beraberlik önerinizi geri çektiniz.

## Hamleyi geri alma
button-take-back = ↩️ Geri al
take-back-until = ↩️ <b>{ $name }</b> bu hamleyi { $time } içinde, sıradaki oyuncu oynamadan geri alabilir: { COMMAND("take-back") }
take-back-until-last = ↩️ Bu hamleyle oyun bitiyor. <b>{ $name }</b> onu { $time } içinde geri alabilir ({ COMMAND("take-back") }). Sıradaki oyuncu beklemek istemezse { COMMAND("pass") } yazar.
take-back-done = Hamlenizi geri aldınız, sıra yine sizde.
turn-taken-back = ↩️ <b>{ $name }</b> hamlesini geri aldı: { $word } (−{ $score } puan)
turn-undone-play = ↩️ <b>{ $by }</b>, <b>{ $name }</b> adlı oyuncunun hamlesini geri aldı: { $word } (−{ $score } puan)
turn-undone-pass = ↩️ <b>{ $by }</b>, <b>{ $name }</b> adlı oyuncunun pasını geri aldı.
turn-undone-skipped = ↩️ <b>{ $by }</b>, <b>{ $name }</b> adlı oyuncunun atlanan sırasını geri verdi.
turn-undone-gone = ↩️ <b>{ $by }</b>, <b>{ $name }</b> adlı oyuncuyu oyuna geri aldı.
turn-undone-own-play = ↩️ <b>{ $name }</b> kendi hamlesini geri aldı: { $word } (−{ $score } puan)
turn-undone-own-pass = ↩️ <b>{ $name }</b> kendi pasını geri aldı.
turn-undone-own-skipped = ↩️ <b>{ $name }</b> atlanan sırasını geri aldı.
turn-undone-own-gone = ↩️ <b>{ $name }</b> oyuna geri döndü.
turn-last-taken-back = <b>{ $name }</b> { $word } hamlesini geri aldı.
turn-last-undone = Son turu geri alındı: <b>{ $name }</b>
