## Моє поле
mine-move = ✍️ Вибрати місце
mine-word = 🔠 Скласти слово
mine-exchange = 🔄 Обмін
mine-pass = ⏭ Пас
mine-letters = 🔤 Мої літери
mine-draw = 🤝 Запропонувати нічию
mine-withdraw = Відкликати пропозицію
mine-surrender = 🏳️ Здатися
mine-refresh = 🔁 Оновити
mine-back = ‹ Назад
mine-home = ✕ Спочатку
mine-lay = ✅ Зіграти { $word } · { $score }
mine-places = 📍 Куди його викласти?
mine-pass-yes = ⏭ Так, пасую
mine-draw-yes = 🤝 Так, пропоную
mine-doubt-all = ⚖️ Оскаржити всі
mine-game = { $game } · { $group }
mine-game-yours = ▶️ { $game } · { $group }
mine-which-game = Яку гру відкрити? Де ▶️, там зараз ваш хід.
mine-which-row = У який <b>рядок</b> викласти першу фішку?
mine-which-column = Рядок <b>{ $row }</b>. У який <b>стовпець</b> викласти першу фішку?
mine-which-way = У який бік піде слово з клітинки <b>{ $cell }</b>?
mine-which-letter = Якою літерою буде порожня фішка?
mine-which-tiles = Які фішки обміняти? Торкніться їх.
mine-first-tile = <b>{ $cell } { $way }</b>: виберіть першу фішку. Літери, що вже на полі, увійдуть у слово самі.
mine-laid = { $cell } { $way }: <b>{ $word }</b>
mine-scored = { $cell } { $way }: <b>{ $word }</b> · <b>{ $score }</b> { $score ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }
mine-beside = Ще утворено: { $words }
mine-phonies = Немає в словнику: { $words }
mine-all-count = Усі слова є в словнику.
mine-not-touching = Поки що не торкається фішок на полі.
mine-off-centre = Перше слово має пройти через центральну клітинку.
mine-one-letter = Одна літера — ще не слово.
mine-spell = Торкайтеся літер слова по черзі. Ті, що в дужках, уже на полі.
mine-spelled = Слово: <b>{ $word }</b>
mine-which-place = Куди викласти <b>{ $word }</b>?
mine-many-places = Для слова <b>{ $word }</b> є { $count ->
        [one] { $count } місце
        [few] { $count } місця
        [many] { $count } місць
       *[other] { $count } місця
    }. У якому рядку йому починатися?
mine-no-place = Це слово на полі ніде не викласти.
mine-pass-sure = Спасувати в цьому ході?
mine-draw-sure = Запропонувати нічию? Якщо всі погодяться, гра закінчиться.
mine-doubt = Яке слово гравця { $name } ви оскаржуєте?
mine-changed = <i>Гра тим часом пішла далі; ось поле зараз.</i>
mine-done = ✅ Готово, група теж це бачить.
mine-done-private = ✅ Готово.
mine-open = 👤 Мій стіл
mine-flip = 🃏 Відкрити картки
mine-form-word = 🔠 Скласти слово
mine-form = ✅ { $word }
mine-my-cards = 🗂 Мої картки
mine-cards = Ваші картки: { $cards }
mine-table =
    <b>{ $game }</b> · { $group }
    Ваші картки: { $cards }
mine-which-card-row = Картка { $number } з { $count }: у якому вона <b>рядку</b>?
mine-chosen = Уже вибрано: { $positions }
mine-which-card = Рядок <b>{ $row }</b>: яка картка?
mine-which-last-card = Рядок <b>{ $row }</b>: яка картка? Дотик відкриє всі вибрані.
mine-spell-cards = Торкайтеся літер слова по черзі.
mine-which-polysemy = Яку літеру заміняє полісемія?
mine-chaos-sure = Зіграти картку хаосу й перемішати картки на столі?
mine-chaos-yes = 🌀 Так, перемішати

ladder-press-again = ⌛ Це натискання запізнилося; натисніть ще раз.
