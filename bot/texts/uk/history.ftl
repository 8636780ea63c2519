## Що змінила гра
effects-ratings = 📈 { $changes }
effects-rating = { $name }: { $change }
effects-change = { $before } → { $after }
effects-titles = 🎉 { $name }: { $titles }
title-first-win = перша перемога
title-first-bingo = перше бінго
title-hundred-points = перший хід на 100 балів
title-five-in-a-row = п’ята перемога поспіль
title-ten-in-a-row = десята перемога поспіль

## Історія
history-head = 🗂 <b>Завершені ігри</b>
history-head-private = 🗂 <b>Ваші завершені ігри</b>
history-newer = ‹ Новіші
history-older = Давніші ›
history-date = { $day }.{ $month }.{ $year }
history-game = <b>{ $game }</b> · { $date }
history-best-word = найкраще слово { $word }, балів: { $points }
history-left-out = Цю гру не враховано в статистиці.
history-gone = Ходи цієї гри вже не зберігаються, лишився тільки результат.
history-other-version = Цю гру зіграно на старішій версії бота, тож переглянути її ходи вже не можна.
history-sent = Надіслано в наш приватний чат.
history-needs-private = Відкрийте наш приватний чат, інакше я не зможу вам писати. Торкніться мого імені, натисніть «Почати» і спробуйте ще раз.
history-step = 🎲 <b>{ $step }/{ $steps }</b>
history-others = … і ще { $count }
history-more-names = { $names } і ще { $count }
history-rack = { $name }, фішки: { $tiles }
button-replay = ▶️ Переглянути гру
button-gcg = 📄 GCG
button-history-game = ‹ Кінець гри
replay-first = ⏮
replay-back = ◀
replay-on = ▶
replay-last = ⏭
gcg-caption = 📄 { $names }
help-history = { COMMAND("history") } показує завершені ігри, { COMMAND("gcg") } надсилає файл
refusal-no-history = Тут ще не завершили жодної гри.
refusal-no-history-private = Ви ще не завершили жодної гри.
refusal-which-finished-game = Не зрозуміло, яку завершену гру ви маєте на увазі: виберіть її в { COMMAND("history") }.
refusal-no-gcg = Цю гру не можна записати як GCG.
refusal-gcg-running = Файл буде, коли гра закінчиться: зараз він розкрив би фішки гравців.
refusal-history-gone = { history-gone }
refusal-history-other-version = { history-other-version }

## Поширення
button-share = ↗️ Іншим
button-watch = ▶️ Переглянути
button-play-too = 🎲 Зіграти й собі
button-better-move = 🧩 Знайти кращий хід
shared-game = 🏁 <b>{ $game }</b>
settings-name-sharing = ↗️ Назва групи, коли діляться грою
settings-about-sharing = Зображення завершеної гри можна показати в іншому чаті кнопкою «{ button-share }». Чи писати під ним назву групи?
value-sharing-named = Писати
value-sharing-unnamed = Не писати
