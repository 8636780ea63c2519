## Оскарження
button-challenge = ⚖️ Оскаржити
window-open = ⚖️ Останній хід можна оскаржити протягом { $time }, доки не походить наступний гравець: /challenge
window-open-last = ⚖️ Цей хід завершує гру. Його можна оскаржити протягом { $time } (/challenge); наступний гравець може прийняти його командою /pass.
window-left = ⚖️ Щоб оскаржити останній хід, лишилося <b>{ $time }</b>
window-closed-time = ⚖️ Час на оскарження вийшов; хід гравця <b>{ $name }</b> чинний.
window-closed-accepted = ⚖️ Останній хід гравця <b>{ $name }</b> прийнято.
challenge-won = ⚖️ <b>{ $name }</b> оскаржує хід гравця { $mover } і має рацію.
challenge-lost = ⚖️ <b>{ $name }</b> оскаржує хід гравця { $mover }, але всі слова дозволені: { $words }
challenge-done = Ваше оскарження розглянуто.
play-withdrawn = <b>{ $name }</b> забирає хід назад. Немає в словнику: <b>{ $phonies }</b>. Повертаються на підставку: { $letters } (−{ $score ->
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
turn-lost = <b>{ $name }</b> пропускає хід через хибне оскарження.

## Клітинки обміну
tile-exchanged = 🔁 { $cell }: одну фішку гравця <b>{ $victim }</b> обміняно на іншу з мішечка; нову покаже власникові кнопка «🔤 Мої фішки».
tile-swapped = 🔁 { $cell }: <b>{ $name }</b> і <b>{ $victim }</b> обмінялися фішками; нову покаже кожному кнопка «🔤 Мої фішки».
whisper-exchanged = 🔁 { $cell }: <b>{ $name }</b> накриває клітинку EX; ваша фішка <b>{ $gone }</b> пішла в мішечок, замість неї ви отримали <b>{ $come }</b>.
whisper-swapped = 🔁 { $cell }: ви обмінялися фішкою з гравцем <b>{ $name }</b>: віддали <b>{ $gone }</b>, отримали <b>{ $come }</b>.

## Нічия
button-agree = 🤝 Погодитися
button-decline = Відхилити
draw-offered = 🤝 <b>{ $name }</b> пропонує нічию. Якщо погодяться всі, гру буде завершено.
draw-accepted = 🤝 <b>{ $name }</b> погоджується на нічию.
draw-accepted-waiting = 🤝 <b>{ $name }</b> погоджується на нічию. Ще мають відповісти: { $waiting }
draw-declined = <b>{ $name }</b> відхиляє нічию; гра триває.
draw-agreed = Ви погодилися на нічию.
draw-declined-done = Ви відхилили нічию.
