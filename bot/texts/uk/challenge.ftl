## Оскарження
button-challenge = ⚖️ Оскаржити
window-brief = ⚖️ На оскарження { $time }
window-open = ⚖️ Останній хід можна оскаржити протягом { $time }, доки не походив наступний гравець: { COMMAND("challenge") }
window-open-last = ⚖️ Цей хід завершує гру. Його можна оскаржити протягом { $time } ({ COMMAND("challenge") }). Наступний гравець може прийняти його командою { COMMAND("pass") }.
window-left = ⚖️ На оскарження останнього ходу лишилося <b>{ $time }</b>
window-closed-time = ⚖️ Час на оскарження вийшов. Хід гравця <b>{ $name }</b> зараховано.
window-closed-accepted = ⚖️ Останній хід гравця <b>{ $name }</b> прийнято.
challenge-won = ⚖️ <b>{ $name }</b> оскаржує хід гравця { $mover } і має рацію.
challenge-won-brief = ⚖️ <b>{ $name }</b> оскаржує хід гравця { $mover } і має рацію. Немає в словнику: <b>{ $words }</b>
challenge-lost = ⚖️ <b>{ $name }</b> оскаржує хід гравця { $mover }, але всі його слова є в словнику: { $words }
challenge-done = Ваше оскарження розглянуто.
play-withdrawn = Хід гравця <b>{ $name }</b> знято з поля. Немає в словнику: <b>{ $phonies }</b>. Повертаються на підставку: { $letters } (−{ $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    })
points-gained = <b>{ $name }</b> +{ $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    }
points-lost = <b>{ $name }</b> −{ $points ->
        [one] { $points } бал
        [few] { $points } бали
        [many] { $points } балів
       *[other] { $points } бала
    }
turn-lost = <b>{ $name }</b> пропускає хід за хибне оскарження.

## Клітинки обміну
tile-exchanged = 🔁 { $cell }: одну фішку гравця <b>{ $victim }</b> обміняно на фішку з мішечка. Нову покаже її власникові кнопка «{ button-rack }».
tile-swapped = 🔁 { $cell }: <b>{ $name }</b> і <b>{ $victim }</b> обмінялися фішками, по одній від кожного. Свою нову фішку покаже кнопка «{ button-rack }».
own-tile-exchanged = 🔁 { $cell }: <b>{ $name }</b> накриває клітинку EX. Ваша фішка <b>{ $gone }</b> пішла в мішечок, натомість ви отримали <b>{ $come }</b>.
own-tile-swapped = 🔁 { $cell }: ви з гравцем <b>{ $name }</b> обмінялися фішками. Ви віддали <b>{ $gone }</b> й отримали <b>{ $come }</b>.

## Нічия
button-agree = 🤝 Погодитися
button-decline = Відхилити
draw-offered = 🤝 <b>{ $name }</b> пропонує нічию. Якщо погодяться всі, гру буде завершено.
draw-accepted = 🤝 <b>{ $name }</b> погоджується на нічию.
draw-accepted-waiting = 🤝 <b>{ $name }</b> погоджується на нічию. Чекаємо на відповідь: { $waiting }
draw-declined = <b>{ $name }</b> відхиляє нічию, гра триває.
draw-withdrawn = <b>{ $name }</b> відкликає пропозицію нічиєї, гра триває.
draw-agreed = Ви погодилися на нічию.
draw-declined-done = Ви відхилили нічию.
draw-withdrawn-done = Ви відкликали свою пропозицію нічиєї.

## Повернення ходу
button-take-back = ↩️ Узяти хід назад
take-back-until = ↩️ <b>{ $name }</b> може взяти цей хід назад протягом { $time }, доки не походив наступний гравець: { COMMAND("take-back") }
take-back-until-last = ↩️ Цей хід завершує гру. <b>{ $name }</b> може взяти його назад протягом { $time } ({ COMMAND("take-back") }). Наступний гравець може не чекати й написати { COMMAND("pass") }.
take-back-done = Ви взяли хід назад. Знову ваш хід.
turn-taken-back = ↩️ <b>{ $name }</b> бере хід назад: { $word } (−{ $score } { $score ->
    [one] бал
    [few] бали
    [many] балів
   *[other] бала
})
turn-undone-play = ↩️ <b>{ $by }</b> скасовує хід гравця <b>{ $name }</b>: { $word } (−{ $score } { $score ->
    [one] бал
    [few] бали
    [many] балів
   *[other] бала
})
turn-undone-pass = ↩️ <b>{ $by }</b> скасовує пас гравця <b>{ $name }</b>.
turn-undone-skipped = ↩️ <b>{ $by }</b> повертає гравцеві <b>{ $name }</b> пропущений хід.
turn-undone-gone = ↩️ <b>{ $by }</b> повертає гравця <b>{ $name }</b> у гру.
turn-undone-own-play = ↩️ <b>{ $name }</b> скасовує свій хід: { $word } (−{ $score } { $score ->
    [one] бал
    [few] бали
    [many] балів
   *[other] бала
})
turn-undone-own-pass = ↩️ <b>{ $name }</b> скасовує свій пас.
turn-undone-own-skipped = ↩️ <b>{ $name }</b> повертає собі пропущений хід.
turn-undone-own-gone = ↩️ <b>{ $name }</b> повертається в гру.
turn-last-taken-back = <b>{ $name }</b> бере назад хід { $word }.
turn-last-undone = Останній хід гравця <b>{ $name }</b> скасовано.
