# Задача дня
settings-name-daily = 🧩 Задача дня
settings-about-daily =
    Надсилати щодня задачу о вибраній годині? Задача для всіх однакова, а розв’язують її в приватному чаті зі мною. Наступного дня я назву відповідь і того, хто розв’язав першим.
    Годину виберіть нижче. Щоб указати й хвилини чи інший часовий пояс, напишіть, наприклад: <code>{ COMMAND("daily") } 09:30 Europe/Kyiv</code>
value-daily-off = Вимкнено
daily-when = { $clock } ({ $zone })
daily-zone-now = 🌍 Часовий пояс: { $zone }, там зараз { $clock }
daily-zone-guess = Часовий пояс вибрано за мовою чату. Його можна змінити перед вибором години.
daily-chosen = Задача надходитиме щодня: { $when }
daily-off-chosen = Задачу дня вимкнено.
daily-about-zones = Виберіть часовий пояс. Якщо його немає в списку, напишіть назву: <code>{ COMMAND("daily") } Asia/Tbilisi</code>
button-daily-zone = 🌍 Часовий пояс
button-daily-solve = 🧩 Розв’язати
button-daily-share = ↗️ Поділитися результатом
refusal-unknown-daily-time = «{ $typed }» — це не час і не часовий пояс, який я знаю. Наприклад: { COMMAND("daily") } 09:30 Europe/Kyiv
daily-post =
    🧩 <b>Задача дня, { $day }</b>
    { $game }, слова: { $words }
    Знайдіть найкращий хід. Кнопка відкриє задачу в нашому приватному чаті, де вашу відповідь бачу лише я.
daily-answer = Відповідь на попередню задачу: { $answer }.
daily-solved-by-nobody = Її не розв’язав ніхто.
daily-solved-by-you = Ви її розв’язали.
daily-not-solved-by-you = Ви її не розв’язали.
daily-solved-by =
    { $count ->
        [one] Її розв’язала { $count } людина.
        [few] Її розв’язали { $count } людини.
        [many] Її розв’язали { $count } людей.
       *[other] Її розв’язали { $count } людей.
    }
daily-solved-first =
    { $count ->
        [one] Її розв’язала { $count } людина
        [few] Її розв’язали { $count } людини
        [many] Її розв’язали { $count } людей
       *[other] Її розв’язали { $count } людей
    }. Перша правильна відповідь: { $name }.
daily-result =
    { $first ->
        [yes] 🥇 Ви першими розв’язали задачу дня.
       *[other] 🧩 Ви розв’язали задачу дня.
    } Серія: { $streak ->
        [one] { $streak } день
        [few] { $streak } дні
        [many] { $streak } днів
       *[other] { $streak } днів
    }.
daily-share =
    Harfiyen { $day } · { $tries ->
        [one] { $tries } спроба
        [few] { $tries } спроби
        [many] { $tries } спроб
       *[other] { $tries } спроб
    } · { $hints ->
        [one] { $hints } підказка
        [few] { $hints } підказки
        [many] { $hints } підказок
       *[other] { $hints } підказок
    }
stats-daily-streak = Задача дня, серія
stats-daily-longest = Задача дня, найдовша серія

settings-name-week = 🗓 Гра тижня
settings-about-week =
    Починати щопонеділка гру «Дуплікат»? Сім днів усі щодня отримують однакові літери й відповідають потай. Хто за тиждень набере найбільше балів, той і виграє.
    Гра починається о годині задачі дня, о цій же годині закінчується кожен раунд.
value-week-off = Вимкнено
value-week-on = Увімкнено
week-when = у понеділок, { $clock } ({ $zone })
week-chosen = Гра починатиметься щотижня: { $when }
