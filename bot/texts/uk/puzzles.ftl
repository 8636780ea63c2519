## Задачі
puzzle-head = 🧩 <b>Задача</b> · { $game }
puzzle-picture-title = Задача · { $game }
puzzle-how = Знайдіть найкращий хід: важать і бали, і фішки, що лишаться на підставці. Напишіть його ({ $example }) або складіть кнопками.
puzzle-in-group = Який хід із цими фішками найкращий? Не пишіть відповіді тут: кнопка веде в приватний чат.
puzzle-points = Розв’язок зараз принесе <b>{ $points }</b> { $points ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }.
puzzle-easy = Складність: легка
puzzle-medium = Складність: середня
puzzle-hard = Складність: висока
puzzle-play = { $cell } { $way } <b>{ $word }</b>, { $score } { $score ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }
puzzle-hint-where-row = 💡 Слово лежить у рядку { $line }, горизонтально.
puzzle-hint-where-column = 💡 Слово лежить у стовпці { $line }, вертикально.
puzzle-hint-length = 💡 Літер у слові: { $letters }, фішок із підставки: { $tiles }.
puzzle-hint-letter = 💡 Слово починається на { $letter }.
puzzle-behind = ❌ { $move }: на { $behind } { $behind ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    } слабше за найкращий хід, якщо рахувати й вартість фішок, що лишаються.
puzzle-not-words = ❌ { $move }: немає в словнику: { $words }. Балів це не забрало, спробуйте ще раз.
puzzle-again = Ви щойно це пробували, удруге не рахується.
puzzle-which-place = Яке місце ви маєте на увазі?
puzzle-or-game = Якщо це відповідь на задачу, торкніться місця. Якщо хід у вашій грі, надішліть його з { COMMAND("play") }.
puzzle-sure = Показати відповідь? Балів за цю задачу вже не буде.
puzzle-which-game = Задача з якої гри?
puzzle-solved = ✅ <b>Розв’язано!</b> { $points } { $points ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }.
puzzle-gave-up = 🏳️ <b>Відповідь</b>
puzzle-best = Найкращий хід: { $play }
puzzle-best-in-picture = Найкращий
puzzle-kept = Лишається: { $tiles }
puzzle-next = Наступний: { $play }. Поступається на { $behind } { $behind ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }, якщо рахувати й фішки, що лишаються.
puzzle-next-exchange = Наступний — обмін фішок. Поступається на { $behind } { $behind ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }, якщо рахувати й фішки, що лишаються.
puzzle-why = Найкращий хід { $reasons }.
puzzle-words = 📖 Слова: { $words }
puzzle-inline = Задача
puzzle-inline-plays = Відповідь на задачу
button-puzzle-solve = 🧩 Розв’язати
button-puzzle-hint-1 = 💡 Де? −10
button-puzzle-hint-2 = 💡 Довжина? −10
button-puzzle-hint-3 = 💡 Перша літера? −10
button-puzzle-answer = 🏳️ Відповідь
button-puzzle-give-up = 🏳️ Так, показати
button-puzzle-other = ⏭ Інша задача
button-puzzle-next = 🧩 Нова задача
button-puzzle-games = 🎲 Інша гра
button-puzzle-board = 🧩 Поле
refusal-no-puzzles-of-game = Для гри { $game } задач немає.
refusal-no-puzzle-now = Задач, яких ви не бачили, не лишилося. Нові вже готуються, спробуйте трохи згодом.
refusal-puzzle-gone = Ця задача вже не зберігається.
refusal-puzzle-word-not-laid = Слово { $word } у цій задачі не викласти: або для нього немає місця, або на підставці бракує фішок. Задачу покаже { COMMAND("puzzle") }.
refusal-puzzle-not-on-rack = На підставці в задачі немає всіх фішок для цього слова. Її покаже { COMMAND("puzzle") }.
refusal-puzzle-blanks-not-held = Стільки порожніх фішок на підставці в задачі немає. Її покаже { COMMAND("puzzle") }.
refusal-puzzle-garbled-move = Не розумію ходу «{ $text }». Напишіть так: { $cell } { TYPED("directions.across") } { $sample }
refusal-puzzle-no-word = Після { $cell } бракує слова. Напишіть так: { $cell } { TYPED("directions.across") } { $sample }
refusal-puzzle-strange-move = В абетці цієї гри такого немає: { $letters }. Хід пишіть так: { $cell } { TYPED("directions.across") } { $sample }
refusal-puzzle-stale-button = Ця кнопка вже не діє. Вашу задачу покаже { COMMAND("puzzle") }.
