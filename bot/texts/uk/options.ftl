## Параметри відкритого столу
button-alter = ⚙️ Параметри
alter-done = ✕ Закрити
alter-back = ‹ Назад
alter-menu = ⚙️ <b>{ $game }</b>: як хочете грати?
alter-more = ⚙️ <b>{ $game }</b>: що хочете змінити?
alter-group = ⚙️ <b>{ $game }</b> · { $group }: торкніться параметра, який хочете змінити.
button-more-options = Більше …
option-preset = Набір параметрів
option-group-time = ⏱ Час
option-group-words = 📖 Слова
option-group-help = 💡 Допомога
option-group-board = 🎲 Фішки й бали
preset-relaxed = ☕ Спокійно
preset-fast = ⚡ Швидко
preset-tournament = 🏆 Турнір
preset-learning = 🎓 Навчання
preset-line = <b>{ $preset }</b>: { $about }
preset-about-relaxed = { $undo ->
        [yes] звичайні правила гри, 30 секунд, щоб узяти хід назад
       *[no] звичайні правила гри
    }
preset-about-fast = правила гри, { $clock }
preset-about-tournament = { $clock }, слова оскаржують, а місць для них не показують
preset-about-learning = { $undo ->
        [yes] підказки безплатні, є хвилина, щоб узяти хід назад, у грі з комп’ютером я оцінюю ваші ходи
       *[no] підказки безплатні, у грі з комп’ютером я оцінюю ваші ходи
    }
alter-option =
    <b>{ $option }</b>
    { $about }
lobby-altered = ⚙️ Змінено після відкриття столу: { $options }
about-option-bag = Які фішки мають бути в мішечку?
about-option-challenge = Слова не зі словника відхиляти одразу чи їх оскаржують гравці? І скільки коштує хибне оскарження?
about-option-challenge-per = Бали за хибне оскарження рахують раз чи за кожне оскаржене слово?
about-option-challenge-to = За хибне оскарження бали отримує автор ходу чи втрачає той, хто оскаржив?
about-option-window = Як довго можна оскаржити хід?
about-option-clock = Скільки часу є на хід або на гравця?
about-option-out = Хто виклав усі фішки, отримує бали з чужих підставок чи вдвічі більше?
about-option-bingo = Бонус дають за сім фішок чи за всю підставку?
about-option-four-word = За яке слово клітинка 4W дає вчетверо більше балів?
about-option-ex = Фішка на клітинці EX обмінюється з мішечком, із суперником чи зовсім не обмінюється?
about-option-exchange-least = Скільки фішок має бути в мішечку для обміну?
about-option-centre = Чи подвоює центральна клітинка бали за перше слово?
about-option-dictionary = За яким словником перевіряти слова?
about-option-chat-words = Чи зважати на слова, які цей чат додав або вилучив?
about-option-places = Чи показувати тому, хто написав лише слово, куди воно лягає?
about-option-deck = Скількома картками грати?
about-option-words = Зараховувати всі форми слів чи лише іменники в однині?
about-option-repeats = Чи можна скласти те саме слово ще раз за гру?
about-option-double = Які слова дають подвійні бали?
about-option-skip-after = За столом без годинника: через скільки часу можна пропустити хід відсутнього гравця?
about-option-allowance = За столом без годинника: чи пропускати автоматично хід, на який чекають три дні?
about-option-take-back = Протягом якого часу можна взяти хід назад? Доти нових фішок не тягнуть.
about-option-hints = Чи можна просити підказки щодо найкращого ходу? Якщо вони платні, бали за кожен крок віднімають наприкінці гри.

# Покинутий стіл
lobby-abandoned = ⌛ Стіл закрито: { $hours ->
        [one] { $hours } годину
        [few] { $hours } години
        [many] { $hours } годин
       *[other] { $hours } години
    } ніхто не сідав і не вставав. Щоб відкрити новий, напишіть { COMMAND("new") }.

# Коли починається гра
option-start = Початок гри
value-start-asked = коли хтось її почне
value-start-full = коли всі місця зайнято
about-option-start = Чи починати гру автоматично, щойно зайнято останнє місце? Будь-хто за столом може почати її й раніше.
refusal-not-host = Це може зробити лише господар столу або адміністратор.
refusal-full-already = Усі місця вже зайнято. Почніть гру командою { COMMAND("begin") }.

# Місця, які тримають для запрошених
invited = ✉️ { $name }: місце тримаємо { $hours ->
        [one] { $hours } годину
        [few] { $hours } години
        [many] { $hours } годин
       *[other] { $hours } години
    }. Сісти можна кнопкою під повідомленням про стіл або командою { COMMAND("join") }.
invited-several = ✉️ { $names }: місця тримаємо { $hours ->
        [one] { $hours } годину
        [few] { $hours } години
        [many] { $hours } годин
       *[other] { $hours } години
    }. Сісти можна кнопками під повідомленням про стіл або командою { COMMAND("join") }.
invited-not = ✖️ { $name }: місця не тримаємо. { $why }
lobby-invited = ✉️ Запрошено: { $names }. Хто за { $hours ->
        [one] { $hours } годину
        [few] { $hours } години
        [many] { $hours } годин
       *[other] { $hours } години
    } не сяде кнопкою чи командою { COMMAND("join") }, втратить місце.
lobby-kept = запрошено
button-invited-yes = ✅ { $name }: граю
button-invited-no = ❌ Звільнити місце
invitation-declined = Ваше місце знову вільне.
invitation-withdrawn = Місце знову вільне.
refusal-whom-to-invite = Не розумію, кого ви запрошуєте: напишіть { COMMAND("invite") } @ім’я або надішліть { COMMAND("invite") } у відповідь на повідомлення цієї людини. За раз — щонайбільше десять людей.
refusal-seats-kept = Вільні місця тримаємо для запрошених. Місце звільниться, якщо хтось відмовиться або вийде час.
refusal-invited-is-seated = Ця людина вже сидить за столом.
refusal-invited-already = Для цієї людини вже тримаємо місце. Якщо передумали, натисніть «{ button-invited-no }» під повідомленням про стіл.
refusal-invited-is-bot = Ботів запросити не можна.
refusal-invited-is-banned = Цій людині заборонено користуватися ботом, тож запросити її не можна.
refusal-invited-is-away = Цієї людини немає в групі.
refusal-invitation-over = Цього місця вже ні для кого не тримаємо.
refusal-not-invited = Це місце тримаємо не для вас.

## Як відкривається новий стіл
lobby-rotated = 🔁 Реванш: якщо сядуть ті самі гравці, черга зсувається на одного й починає { $name }.
button-table-alert = 🔔 Сповістити про наступний
table-alert-offer = 🔔 Коли тут відкриється наступний стіл, можу один раз сповістити вас. Торкніться кнопки, щоб увімкнути чи вимкнути це.
table-alert-on = 🔔 Коли тут відкриється наступний стіл, я один раз сповіщу вас. Щоб скасувати, торкніться ще раз.
table-alert-off = Гаразд, я не сповіщатиму вас, коли відкриється стіл.
lobby-called = 🔔 Просили сповістити: { $names }
refusal-bell-full = Список охочих уже повний ({ $most }). Спробуйте ще раз, коли відкриється стіл.
button-there = 👥 Вибрати групу
there-group = У якій групі відкрити стіл? Кнопкою внизу виберіть групу, де є і ви, і я.
there-chosen = Стіл відкриється в групі <b>{ $group }</b>.
there-wanted = 🎲 Гра: <b>{ $game }</b>
button-open-there = 🎲 Відкрити стіл
there-opening = 🎲 { $game }: стіл відкрито.
there-opened = 🎲 Ваш стіл відкрито в групі <b>{ $group }</b> ({ $game }). Параметри можна змінити там кнопкою ⚙️.
refusal-not-there = Для цього ми обоє маємо бути в тій групі.
refusal-lobby-open-there = У тій групі вже відкрито стіл. Можна піти туди й сісти.
refusal-game-running-there = У тій групі вже йде гра, і спершу має закінчитися вона.

## Комп’ютерні гравці
button-computer = 🤖 Комп’ютер
button-stand-in = 🤖 Хай замінить комп’ютер
button-play-alone = 🤖 Тут, проти комп’ютера
computer-name = 🤖 { $level }
computer-another = 🤖 { $level } { $number }
level-acemi = Новачок
level-kolay = Легкий
level-orta = Середній
level-iyi = Сильний
level-usta = Майстер
computer-which = 🤖 Комп’ютер якого рівня посадити за стіл? Кнопка ✖ біля імені прибирає його.
computer-seated = { $name } сідає за стіл.
computer-alone = 🤖 Граєте тут проти комп’ютера. Виберіть його рівень, а потім гру.
computer-alone-level = Виберіть рівень комп’ютера.
refusal-computers-forbidden = У цій групі комп’ютерних гравців вимкнено. Адміністратори можуть дозволити їх командою { COMMAND("settings") }.
refusal-no-computers = У цю гру комп’ютер не грає.
refusal-no-draws-with-computers = Комп’ютер на нічию не погоджується. Грайте далі або здайтеся.
refusal-no-such-computer = Цього комп’ютера за столом уже немає.
refusal-nobody-sought = Комп’ютер сідає за стіл до початку гри. Щоб він замінив когось посеред гри, спершу напишіть { COMMAND("replace") }.
refusal-unknown-level = Рівня «{ $typed }» немає. Є такі: { TYPED("levels.acemi") }, { TYPED("levels.kolay") }, { TYPED("levels.orta") }, { TYPED("levels.iyi") }, { TYPED("levels.usta") }.
there-alone = Або грайте тут проти комп’ютера, нікого не чекаючи.
this-chat = цей чат
