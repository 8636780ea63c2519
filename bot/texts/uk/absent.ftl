## Відсутні гравці
absent-nudged = 🔔 { $name }, ваш хід триває вже { $time }. Тепер інші можуть пропустити його командою { COMMAND("skip") }.
absent-skipped-time = ⏭ <b>{ $name }</b> довго не ходить, тож хід пропущено.
absent-skipped-vote = ⏭ За голосуванням пропущено хід гравця <b>{ $name }</b>.
absent-skipped-ruling = ⏭ <b>{ $ruler }</b> пропускає хід гравця <b>{ $name }</b>.
turn-skipped = ⏭ Хід гравця <b>{ $name }</b> пропущено.
panel-skipped = хід пропущено
panel-undone = хід скасовано
absent-rests = 💤 Хід кожного пропущено двічі; стіл відпочиває, доки хтось щось не зробить.
absent-removed-vote = 🚪 За голосуванням <b>{ $name }</b> вибуває з гри.
absent-removed-ruling = 🚪 <b>{ $ruler }</b> виводить гравця <b>{ $name }</b> з гри.
absent-replaced-vote = 🔁 За голосуванням замість гравця <b>{ $name }</b> далі грає { $other }: усе, що було на руках, бали й час переходять.
absent-replaced-ruling = 🔁 Рішення ухвалює <b>{ $ruler }</b>: замість гравця <b>{ $name }</b> далі грає { $other }; усе, що було на руках, бали й час переходять.
absent-returned = 👋 <b>{ $name }</b> знову за столом.
absent-sought = 🙋 Хто заступить гравця <b>{ $name }</b>? Усе, що на руках, бали й час переходять. Кнопку може натиснути той, хто тут не грає; далі голосують гравці або вирішує адміністратор.
absent-ready = Вас записано. Тепер вирішують гравці.
absent-about-skip = Пропустити хід гравця <b>{ $name }</b>?
absent-about-remove = Вивести гравця <b>{ $name }</b> з гри?
absent-about-replace = Нехай <b>{ $other }</b> заступить гравця <b>{ $name }</b>?
absent-question = 🗳 { $question } Потрібно голосів: { $needed }
absent-voted-yes = <b>{ $name }</b>: за.
absent-voted-no = <b>{ $name }</b>: проти.
absent-vote-lost = 🗳 { $question } Більшості вже не буде.
absent-vote-counts = Ваш голос враховано.
button-vote-yes = ✅ Так
button-vote-no = ❌ Ні
button-heir = 🙋 Я зіграю

option-skip-after = Хід можна пропустити через
option-allowance = Автопропуск ходу
value-allowance-on = через три дні
value-allowance-off = немає

refusal-who-is-meant = Не зрозуміло, про кого йдеться: дайте відповідь на повідомлення гравця або напишіть його @ім’я чи номер місця (1, 2, …).
refusal-clock-decides = За цим столом іде годинник; ходи пропускає він.
refusal-not-absent-yet = Ще зарано для гравця { $name }: зачекайте щонайбільше { $hours ->
        [one] { $hours } годину
        [few] { $hours } години
        [many] { $hours } годин
       *[other] { $hours } години
    }.
refusal-not-away = { $name } ще грає: гравці вирішують лише про того, хто не зробив свого останнього ходу або чий хід уже можна пропустити. Адміністратор може вирішити будь-коли.
refusal-turn-is-over = Той хід уже минув.
refusal-vote-on-oneself = Це стосується вас, тож вирішувати не вам. У свій хід можна скористатися { COMMAND("pass") }, а щоб вийти, { COMMAND("surrender") }.
refusal-voted-already = Ви вже так проголосували; голос можна змінити.
refusal-no-vote = Це голосування вже закрито.
refusal-vote-open = За столом уже триває голосування; спершу має скінчитися воно.
refusal-director-rules = На турнірі це вирішує лише адміністратор.
refusal-has-substitute = { $name } уже має намір заступити гравця.
refusal-rule-or-wait = Ви тут не граєте: як адміністратор можете сказати «так» або зачекати на гравців.
refusal-members-only = Це можуть лише учасники цієї групи.

## Гравці, яких уже немає в групі
seat-gone = поза групою
panel-gone = поза групою

# Who was replaced, and wants another seat.
refusal-sat-elsewhere = У цій грі ви вже сиділи на іншому місці, тож на це сісти не можете.
refusal-computers-alone = Якщо сюди сяде комп’ютер, у грі лишаться самі комп’ютери; заступити має людина.
