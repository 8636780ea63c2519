## Відсутні гравці
absent-nudged = 🔔 { $name }, ваш хід триває вже { $time }. Тепер інші можуть пропустити його: { COMMAND("skip") }.
absent-skipped-time = ⏭ <b>{ $name }</b> довго не ходить, тож хід пропущено.
absent-skipped-vote = ⏭ Проголосовано: хід гравця <b>{ $name }</b> пропущено.
absent-skipped-ruling = ⏭ <b>{ $ruler }</b> пропускає хід гравця <b>{ $name }</b>.
turn-skipped = ⏭ Хід гравця <b>{ $name }</b> пропущено.
panel-skipped = хід пропущено
panel-undone = хід скасовано
absent-rests = 💤 Хід кожного пропущено двічі. Стіл чекає, доки хтось повернеться.
absent-removed-vote = 🚪 Проголосовано: <b>{ $name }</b> вибуває з гри.
absent-removed-ruling = 🚪 <b>{ $ruler }</b> виводить гравця <b>{ $name }</b> з гри.
remove-sure = Справді вивести гравця <b>{ $name }</b> з гри? Його місце буде останнім, хоч би скільки було балів.
button-remove = 🚪 Так, вивести
remove-not = <b>{ $name }</b> залишається у грі.
absent-replaced-vote = 🔁 Проголосовано: замість гравця <b>{ $name }</b> далі грає { $other }. Разом із місцем переходить усе, що на руках, бали й час.
absent-replaced-ruling = 🔁 Так вирішує <b>{ $ruler }</b>: замість гравця <b>{ $name }</b> далі грає { $other }. Разом із місцем переходить усе, що на руках, бали й час.
absent-returned = 👋 <b>{ $name }</b> знову за столом.
absent-sought = 🙋 Хто замінить гравця <b>{ $name }</b>? Разом із місцем переходить усе, що на руках, бали й час. Натиснути кнопку може кожен, хто тут не грає. Далі голосують гравці або вирішує адміністратор.
absent-ready = Вас записано. Тепер вирішують гравці.
absent-about-skip = Пропустити хід гравця <b>{ $name }</b>?
absent-about-remove = Вивести гравця <b>{ $name }</b> з гри?
absent-about-replace = Замінити гравця <b>{ $name }</b>? Далі гратиме <b>{ $other }</b>.
absent-question = 🗳 { $question } Потрібно голосів: { $needed }
absent-voted-yes = <b>{ $name }</b>: за.
absent-voted-no = <b>{ $name }</b>: проти.
absent-vote-lost = 🗳 { $question } Пропозицію відхилено.
absent-vote-counts = Ваш голос враховано.
button-vote-yes = ✅ Так
button-vote-no = ❌ Ні
button-volunteer = 🙋 Я заміню

option-skip-after = Хід можна пропустити через
option-allowance = Автопропуск ходу
value-allowance-on = через три дні
value-allowance-off = ніколи

refusal-who-is-meant = Не розумію, про кого йдеться: дайте відповідь на повідомлення гравця або напишіть його @ім’я чи номер місця (1, 2, …).
refusal-no-turns = У цій грі ні на кого не чекають: усі відповідають, доки не скінчиться час раунду.
refusal-clock-decides = За цим столом є годинник: він і вирішує, що буде, коли час вийде.
refusal-not-absent-yet = Для гравця { $name } ще зарано: зачекайте щонайбільше { $hours ->
        [one] { $hours } годину
        [few] { $hours } години
        [many] { $hours } годин
       *[other] { $hours } години
    }.
refusal-not-away = { $name } ще грає. Гравці вирішують лише щодо тих, чий останній хід пропущено або чий нинішній уже можна пропустити. Адміністратор може вирішувати будь-коли.
refusal-turn-is-over = Той хід уже минув.
refusal-vote-on-oneself = Це стосується вас, тож вирішувати не вам. У свій хід можна спасувати ({ COMMAND("pass") }), а щоб вийти з гри, напишіть { COMMAND("surrender") }.
refusal-voted-already = Ви вже так проголосували. Голос можна змінити.
refusal-no-vote = Це голосування вже закрито.
refusal-vote-open = За столом уже триває голосування, спершу має закінчитися воно.
refusal-director-rules = На турнірі це вирішує лише адміністратор.
refusal-has-substitute = Заміна вже є: { $name }
refusal-rule-or-wait = Ви тут не граєте: як адміністратор можете сказати «так» або зачекати на гравців.
refusal-members-only = Це можуть робити лише учасники цієї групи.

## Гравці, яких уже немає в групі
seat-gone = поза групою
panel-gone = поза групою

# Who was replaced, and wants another seat.
refusal-sat-elsewhere = У цій грі ви вже сиділи на іншому місці, тож на це сісти не можете.
refusal-computers-alone = Якщо сюди сяде комп’ютер, у грі лишаться самі комп’ютери. На це місце має сісти людина.
