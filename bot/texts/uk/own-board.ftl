## Моє поле
own-board-move = ✍️ Рядок
own-board-word = 🔠 Скласти слово
own-board-exchange = 🔄 Обмін
own-board-pass = ⏭ Пас
own-board-draw = 🤝 Запропонувати нічию
own-board-withdraw = Відкликати пропозицію
own-board-surrender = 🏳️ Здатися
own-board-refresh = 🔁 Оновити
own-board-back = ‹ Назад
own-board-home = ✕ Спочатку
own-board-lay = ✅ Викласти { $word } · { $score }
own-board-pass-yes = ⏭ Так, пасую
own-board-draw-yes = 🤝 Так, пропоную
own-board-doubt-all = ⚖️ Оскаржити всі
own-board-game = { $game } · { $group }
own-board-game-yours = ▶️ { $game } · { $group }
own-board-which-row = У який <b>рядок</b> викласти першу фішку?
own-board-which-column = Рядок <b>{ $row }</b>. У який <b>стовпець</b> викласти першу фішку?
own-board-which-way = У який бік піде слово з клітинки <b>{ $cell }</b>?
own-board-which-letter = Якою літерою буде порожня фішка?
own-board-which-tiles = Які фішки обміняти? Торкніться їх.
own-board-first-tile = <b>{ $cell } { $way }</b>: виберіть першу фішку. Літери, що вже на полі, увійдуть у слово самі.
own-board-laid = { $cell } { $way }: <b>{ $word }</b>
own-board-scored = { $cell } { $way }: <b>{ $word }</b> · <b>{ $score }</b> { $score ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }
own-board-beside = Ще утворено: { $words }
own-board-phonies = Немає в словнику: { $words }
own-board-all-count = Усі слова є в словнику.
own-board-not-touching = Поки що не торкається фішок на полі.
own-board-off-centre = Перше слово має пройти через центральну клітинку.
own-board-one-letter = Одна літера — ще не слово.
own-board-spell = Торкайтеся фішок слова по черзі.
own-board-spelled = Слово: <b>{ $word }</b>
own-board-many-places = Для слова <b>{ $word }</b> є { $count ->
        [one] { $count } місце
        [few] { $count } місця
        [many] { $count } місць
       *[other] { $count } місця
    }. У якому рядку воно починається? У дужках — скільки місць.
own-board-no-place = <b>{ $word }</b> на полі ніде не викласти.
own-board-hint = { $priced ->
        [yes] 💡 Підказка (−{ $price })
       *[no] 💡 Підказка
    }
own-board-more-places = Ще …
own-board-places-found = <b>{ $word }</b>: { $count ->
        [1] одне місце, { $best } { $best ->
            [one] бал
            [few] бали
            [many] балів
           *[other] бала
        }
        [one] { $count } місце, найкраще — { $best }
        [few] { $count } місця, найкраще — { $best }
        [many] { $count } місць, найкраще — { $best }
       *[other] { $count } місця, найкраще — { $best }
    }
own-board-places-count = <b>{ $word }</b>: { $count ->
        [one] { $count } місце
        [few] { $count } місця
        [many] { $count } місць
       *[other] { $count } місця
    }
own-board-no-word = Слова <b>{ $word }</b> немає в словнику.
own-board-pass-sure = Справді пасуєте?
own-board-draw-sure = Запропонувати нічию? Якщо всі погодяться, гра закінчиться.
own-board-doubt = Яке слово гравця { $name } ви оскаржуєте?
own-board-changed = <i>Гра тим часом пішла далі, поле тепер таке.</i>
own-board-done = ✅ Готово, група теж це бачить.
own-board-done-private = ✅ Готово.
own-board-open = 👤 Мій стіл
own-board-flip = 🃏 Відкрити картки
own-board-form-word = 🔠 Скласти слово
own-board-form = ✅ { $word }
own-board-my-cards = 🗂 Мої картки
own-board-more-actions = ☰ Ще
own-board-cards = Ваші картки: { $cards }
own-board-table =
    <b>{ $game }</b> · { $group }
    Ваші картки: { $cards }
own-board-which-card-row = Картка { $number } з { $count }: у якому вона <b>рядку</b>?
own-board-chosen = Уже вибрано: { $positions }
own-board-which-card = Рядок <b>{ $row }</b>: яка картка?
own-board-which-last-card = Рядок <b>{ $row }</b>: яка картка? Дотик відкриє всі вибрані.
own-board-spell-cards = Торкайтеся літер слова по черзі.
own-board-which-polysemy = Яку літеру заміняє полісемія?
own-board-chaos-sure = Зіграти картку хаосу й перемішати картки на столі?
own-board-chaos-yes = 🌀 Так, перемішати

ladder-press-again = ⌛ Кнопка не встигла спрацювати, натисніть ще раз.
