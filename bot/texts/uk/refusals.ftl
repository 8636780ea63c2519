## Відмови
refusal-no-game = У цьому чаті немає гри. Стіл відкриває /new.
refusal-no-game-of-yours = Зараз ви ніде не граєте. Щоб відкрити стіл, напишіть /new у групі.
refusal-several-games = Ви граєте в кількох групах; напишіть це в тій, про яку йдеться.
refusal-group-only = Ця команда для груп. Додайте мене до групи й напишіть там.
refusal-not-begun = Гра ще не почалася. Коли збереться досить гравців, напишіть /begin.
refusal-game-over = Цю гру завершено. Нову відкриває /new.
refusal-game-running = У цьому чаті вже йде гра. Спершу вона має закінчитися; адміністратор групи або той, хто відкрив стіл, може її скасувати: /cancel.
refusal-lobby-open = У цьому чаті вже відкрито стіл: /join — сісти, /begin — почати.
refusal-leave-is-surrender = Гра вже почалася; щоб здатися, напишіть /surrender.
refusal-not-seated = Ви не за цим столом.
refusal-already-seated = Ви вже за цим столом.
refusal-table-full = Місць немає: у цю гру грають щонайбільше { $most ->
        [one] { $most } гравець
        [few] { $most } гравці
        [many] { $most } гравців
       *[other] { $most } гравця
    }.
refusal-too-few-players = Щоб почати, потрібно щонайменше { $least ->
        [one] { $least } гравець
        [few] { $least } гравці
        [many] { $least } гравців
       *[other] { $least } гравця
    }; за столом { $seated }.
refusal-not-your-turn = Зараз не ваш хід. Ходить { $name }
refusal-has-surrendered = У цій грі ви здалися.
refusal-not-allowed-to-cancel = Скасувати може лише той, хто відкрив стіл, або адміністратор групи.
refusal-anonymous = Ви пишете як анонімний адміністратор, а мені треба знати, хто ви. Напишіть від свого імені.
refusal-admins-only = Змінювати це можуть лише адміністратори групи.
refusal-unknown-game = Гри «{ $typed }» немає. Ігри: { $games }
refusal-unknown-language = Мови «{ $typed }» я не знаю. Мови: { $languages }
refusal-stale-button = Ця кнопка застаріла й уже не діє. Поточне поле показує /board.
refusal-not-your-button = Ця кнопка не для вас.
refusal-busy = Забагато запитів водночас; спробуйте, будь ласка, ще раз.
refusal-empty-move = Хід пишуть так: /play H8 горизонтально СЛОВО
refusal-garbled-move = Не можу зрозуміти хід «{ $text }». Напишіть так: /play H8 горизонтально СЛОВО
refusal-no-word = Після { $cell } бракує слова. Напишіть так: /play { $cell } горизонтально СЛОВО
refusal-brackets = Дужки в «{ $word }» розставлено неправильно. Порожню фішку пишуть у квадратних дужках: СЛ[О]ВО
refusal-not-letters = Немає в абетці цієї гри: { $letters }
refusal-foreign-letters =
    { $script ->
        [latin] Це літери латиниці: { $letters }. Напишіть слово кирилицею.
       *[cyrillic] Це літери кирилиці: { $letters }. Напишіть слово латиницею.
    }
refusal-too-short = «{ $word }» — закоротко: у слові щонайменше дві літери.
refusal-unknown-cell = Клітинки { $cell } немає; клітинки йдуть від A1 до { $last }.
refusal-unknown-tile = Фішки «{ $tile }» немає.
refusal-cell-twice = Клітинку { $cell } названо двічі.
refusal-off-board = Слово виходить за край поля: від { $cell } є лише { $room ->
        [one] { $room } клітинка
        [few] { $room } клітинки
        [many] { $room } клітинок
       *[other] { $room } клітинки
    }, а в слові { $length ->
        [one] { $length } літера
        [few] { $length } літери
        [many] { $length } літер
       *[other] { $length } літери
    }.
refusal-clash = На { $cell } лежить { $there }, а ви написали { $typed }.
refusal-cell-taken = Клітинку { $cell } зайнято ({ $letter }).
refusal-nothing-there = Клітинка { $cell } порожня; напишіть, яку літеру туди покласти.
refusal-longer-word = Разом із сусідніми літерами виходить { $word } (від { $cell }); напишіть слово повністю.
refusal-no-new-tiles = Це слово вже на полі; викладіть хоча б одну нову фішку.
refusal-no-tiles = Викладіть хоча б одну фішку.
refusal-too-many-tiles = За хід викладають щонайбільше { $most ->
        [one] { $most } фішку
        [few] { $most } фішки
        [many] { $most } фішок
       *[other] { $most } фішки
    }.
refusal-not-in-line = Фішки мають лежати в одному рядку або одному стовпці.
refusal-gap = Між фішками лишається порожня клітинка { $cell }.
refusal-off-centre = Перше слово має проходити через центр, { $centre }.
refusal-one-letter = У першому слові щонайменше дві літери.
refusal-not-touching = Слово не торкається жодної літери на полі.
refusal-not-on-rack = Ваших фішок не вистачає на це слово. Їх показує кнопка «🔤 Мої фішки».
refusal-blanks-not-held = У вас немає стільки порожніх фішок. Ваші фішки показує кнопка «🔤 Мої фішки».
refusal-not-words = Немає в словнику: { $words }. Хід не зараховано, спробуйте ще раз.
refusal-nothing-to-exchange = Які фішки обміняти? Назвіть їхні номери на підставці: /exchange 1 3 5
refusal-garbled-exchange = Не можу зрозуміти, які фішки обміняти. Назвіть їхні номери на підставці: /exchange 1 3 5
refusal-tile-twice = Фішку номер { $position } названо двічі; нічого не обміняно.
refusal-exchange-not-held = Не всі ці фішки є на вашій підставці. Можна назвати й номери місць: /exchange 1 3 5
refusal-no-such-position = Фішки з номером { $position } у вас немає; номери йдуть від 1 до { $most }.
refusal-bag-too-small = У мішечку { $bag ->
        [one] { $bag } фішка
        [few] { $bag } фішки
        [many] { $bag } фішок
       *[other] { $bag } фішки
    }; для обміну потрібно щонайменше { $least }.
refusal-no-word-to-look-up = Напишіть слово, яке шукати: /word СЛОВО
refusal-no-word-to-change = Напишіть слово: /addword СЛОВО (для іншої мови: /addword tr KALEM)
refusal-too-many-words = У цього чату може бути щонайбільше { $most ->
        [one] { $most } власне слово
        [few] { $most } власні слова
        [many] { $most } власних слів
       *[other] { $most } власного слова
    }; спершу вилучіть якесь.
refusal-words-at-once = За раз можна написати щонайбільше { $most ->
        [one] { $most } слово
        [few] { $most } слова
        [many] { $most } слів
       *[other] { $most } слова
    }.
refusal-look-ups-closed = Поки триває гра з оскарженнями, у словник не дивляться.
refusal-look-ups-closed-in = Поки в групі «{ $group }» триває ваша гра з оскарженнями, дивитися в словник не можна.
refusal-look-ups-closed-elsewhere = Поки в іншій групі триває ваша гра з оскарженнями, дивитися в словник не можна.
refusal-another-game = У грі цього чату такої команди немає. Правила: /rules.
refusal-unknown-option = Параметра «{ $option }» немає. Параметри: { $options }
refusal-unknown-value = Для «{ $option }» не можна вибрати «{ $value }». Можна: { $values }
refusal-value-missing = Для параметра «{ $option }» не вказано значення. Напишіть { $option }=… Можна: { $values }
refusal-not-set-up = У цьому боті «{ $value }» не налаштовано: це робить його власник. Можна: { $values }
refusal-option-repeated = Параметр «{ $option }» вказано двічі; вкажіть його один раз.
refusal-no-challenges = За цим столом оскаржень немає: недозволені слова просто не приймаються.
refusal-nothing-to-challenge = Немає ходу, який можна оскаржити.
refusal-challenge-too-late = Оскаржувати запізно: хід чинний.
refusal-challenged-already = Цей хід уже оскаржено.
refusal-own-play = Власний хід оскаржити не можна.
refusal-word-not-in-play = Слова «{ $word }» в останньому ході немає. Його слова: { $words }
refusal-window-open = Хід гравця { $name } ще можна оскаржити; зачекайте { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунди
    }.
refusal-exchange-limit = У цій грі кожен має щонайбільше { $most ->
        [one] { $most } обмін
        [few] { $most } обміни
        [many] { $most } обмінів
       *[other] { $most } обміну
    }, і свої ви вже використали.
refusal-no-draws = У цій грі нічию не пропонують.
refusal-draw-offered = { $name } вже пропонує нічию; відповідайте кнопками під пропозицією.
refusal-draw-offered-lately = Цього ходу ви вже пропонували нічию; зачекайте, доки хтось зробить хід.
refusal-unknown-draw-answer = Не розумію «{ $typed }». На пропозицію відповідають /draw так або /draw ні, а щоб запропонувати нічию самому, пишуть лише /draw.
refusal-no-draw-offer = Немає пропозиції нічиєї, на яку можна відповісти.
refusal-own-draw-offer = На власну пропозицію не погоджуються; мають відповісти інші.
refusal-draw-accepted = Ви вже погодилися на нічию.
refusal-no-clock = У цій грі немає годинника.
refusal-already-paused = Годинники вже стоять.
refusal-not-paused = Годинники йдуть.
refusal-paused = Годинники зупинено; гра триватиме, коли адміністратор напише /resume.
refusal-out-of-time = Ваш час вийшов.
refusal-not-due = Ще не час.
