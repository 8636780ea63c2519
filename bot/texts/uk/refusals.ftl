## Відмови
refusal-no-game = Тут немає гри. Щоб відкрити стіл, напишіть { COMMAND("new") }.
refusal-table-unreadable = Стіл цього чату не читається: його пошкоджено або записала інша моя версія. { COMMAND("new") } або { COMMAND("cancel") } відкладе його, нічого не зникне.
refusal-no-game-of-yours = Зараз ви ніде не граєте. Щоб зіграти тут проти комп’ютера, напишіть { COMMAND("computer") }, щоб грати з друзями — { COMMAND("new") } у групі.
refusal-group-only = Ця команда для груп. Додайте мене до групи й напишіть там.
refusal-not-begun = Гра ще не почалася. Коли збереться досить гравців, напишіть { COMMAND("begin") }.
refusal-game-over = Цю гру завершено. Щоб почати нову, напишіть { COMMAND("new") }.
refusal-game-running = У цьому чаті вже йде гра, і спершу має закінчитися вона. Адміністратор групи або господар столу може її скасувати: { COMMAND("cancel") }.
refusal-already-begun = Гра вже почалася. Поле покаже { COMMAND("board") }.
refusal-lobby-open = У цьому чаті вже відкрито стіл: { COMMAND("join") } — сісти, { COMMAND("begin") } — почати.
refusal-lobby-open-private = Тут уже відкрито стіл: { COMMAND("begin") } починає гру, { COMMAND("cancel") } закриває стіл.
refusal-leave-is-surrender = Гра вже почалася. Щоб здатися, напишіть { COMMAND("surrender") }.
refusal-not-seated = Ви не сидите за цим столом.
refusal-already-seated = Ви вже сидите за цим столом.
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
    }, а за столом лише { $seated }.
refusal-not-your-turn = Зараз не ваш хід. Ходить { $name }
refusal-has-surrendered = У цій грі ви здалися.
refusal-was-removed = { $why ->
    [vote] Гравці проголосували за те, щоб вивести вас із цієї гри.
   *[ruling] Адміністратор вивів вас із цієї гри.
}
refusal-not-allowed-to-cancel = Скасувати стіл може лише його господар або адміністратор групи.
refusal-anonymous = Ви пишете як анонімний адміністратор, а мені треба знати, хто ви. Напишіть, будь ласка, від свого імені.
refusal-admins-only = Цим можуть користуватися лише адміністратори групи.
refusal-unknown-game = Гри «{ $typed }» немає. Є такі: { $games }
refusal-unknown-language = Мови «{ $typed }» я не знаю. Знаю такі: { $languages }
refusal-stale-button = Ця кнопка вже не діє. Актуальне поле покаже { COMMAND("board") }.
refusal-not-your-button = Ця кнопка не для вас.
refusal-busy = Забагато запитів водночас. Спробуйте, будь ласка, ще раз.
refusal-mistyped-command = Команди { $typed } немає. Може, { $near }?
refusal-too-hasty = Ви пишете надто швидко, тож це я пропустив. Трохи зачекайте, будь ласка, доти я не відповідатиму.
refusal-crowded = Тут водночас забагато запитів, тож деякі я пропустив. Спробуйте, будь ласка, трохи згодом.
refusal-empty-move = Напишіть хід так: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }
refusal-garbled-move = Не розумію ходу «{ $text }». Напишіть так: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }
refusal-no-word = Після { $cell } бракує слова. Напишіть так: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }
refusal-brackets = Дужки в «{ $word }» не сходяться. Порожню фішку беріть у квадратні дужки: { $blank }
refusal-not-letters = Немає в абетці цієї гри: { $letters }
refusal-foreign-letters =
    { $script ->
        [latin] Це літери латиниці: { $letters }. Напишіть слово кирилицею.
       *[cyrillic] Це літери кирилиці: { $letters }. Напишіть слово латиницею.
    }
refusal-glued-move = Розділіть частини ходу пробілами: { COMMAND("play") } { $move }
refusal-strange-move = В абетці цієї гри такого немає: { $letters }. Хід пишіть так: { COMMAND("play") } { $cell } { TYPED("directions.across") } { $sample }
refusal-word-not-laid = Слово { $word } зараз не викласти: або для нього немає місця, або бракує фішок. Ваші фішки показує кнопка «{ button-rack }».
refusal-word-not-laid-private = Слово { $word } зараз не викласти: або для нього немає місця, або бракує фішок. Ваші фішки показує { COMMAND("rack") }.
refusal-bare-pass = Щоб спасувати, напишіть { COMMAND("pass") }. Щоб викласти слово { $word }: { COMMAND("play") } { $word }
refusal-bare-command = Викласти це як слово я не можу. Якщо ви мали на увазі команду: { $near }
refusal-too-short = «{ $word }» закоротке: у слові має бути щонайменше дві літери.
refusal-unknown-cell = Клітинки { $cell } на полі немає: є від A1 до { $last }.
refusal-unknown-tile = Фішки «{ $tile }» у цій грі немає.
refusal-cell-twice = Клітинку { $cell } названо двічі.
refusal-off-board = Слово виходить за край поля: від { $cell } є місце лише на { $room ->
        [one] { $room } літеру
        [few] { $room } літери
        [many] { $room } літер
       *[other] { $room } літери
    }, а в слові їх { $length }.
refusal-clash = На { $cell } вже лежить { $there }, а ви написали { $typed }.
refusal-cell-taken = Клітинка { $cell } вже зайнята ({ $letter }).
refusal-nothing-there = Клітинка { $cell } порожня, тож напишіть і літеру, яку туди викласти.
refusal-longer-word = Разом із сусідніми літерами виходить { $word } (від { $cell }). Напишіть слово повністю.
refusal-no-new-tiles = Це слово вже на полі. Викладіть хоча б одну нову фішку.
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
refusal-one-letter = У першому слові має бути щонайменше дві літери.
refusal-not-touching = Слово не торкається жодної літери на полі.
refusal-no-place = На полі немає місця для цього слова.
refusal-no-place-in-row = У рядку { $line } немає місця для цього слова.
refusal-no-place-in-column = У стовпці { $line } немає місця для цього слова.
refusal-which-place = Виберіть, куди викласти слово: { $places }
refusal-not-on-rack = Ваших фішок на це слово не вистачає. Їх показує кнопка «{ button-rack }».
refusal-not-on-rack-private = Ваших фішок на це слово не вистачає. Їх показує { COMMAND("rack") }.
refusal-blanks-not-held = Стільки порожніх фішок у вас немає. Ваші фішки показує кнопка «{ button-rack }».
refusal-blanks-not-held-private = Стільки порожніх фішок у вас немає. Ваші фішки показує { COMMAND("rack") }.
refusal-not-words = Немає в словнику: { $words }. Хід не зараховано, спробуйте ще раз.
refusal-nothing-to-exchange = Які фішки обміняти? Напишіть їхні номери на підставці: { COMMAND("exchange") } 1 3 5
refusal-garbled-exchange = Не розумію, які фішки обміняти. Напишіть їхні номери на підставці: { COMMAND("exchange") } 1 3 5
refusal-tile-twice = Фішку номер { $position } названо двічі, тож нічого не обміняно.
refusal-exchange-not-held = Не всі ці фішки є на вашій підставці. Можна написати й номери місць: { COMMAND("exchange") } 1 3 5
refusal-no-such-position = Фішки номер { $position } у вас немає. Номери — від 1 до { $most }.
refusal-bag-too-small = У мішечку замало фішок ({ $bag }). Для обміну потрібно щонайменше { $least }.
refusal-exchange-beyond-bag = Обміняти можна щонайбільше { $most ->
        [one] { $most } фішку
        [few] { $most } фішки
        [many] { $most } фішок
       *[other] { $most } фішки
    }: більше в мішечку немає.
refusal-no-word-to-look-up = Допишіть слово, яке шукаєте: { COMMAND("word") } { $sample }
refusal-no-word-to-add = Допишіть слово: { COMMAND("add-word") } { $sample } (для іншої мови: { COMMAND("add-word") } { $other } { $foreign })
refusal-no-word-to-remove = Допишіть слово: { COMMAND("remove-word") } { $sample } (для іншої мови: { COMMAND("remove-word") } { $other } { $foreign })
refusal-foreign-word-to-add = Немає в абетці цього списку ({ $words }): { $letters }. Для слова іншою мовою: { COMMAND("add-word") } { $other } { $word }
refusal-foreign-word-to-remove = Немає в абетці цього списку ({ $words }): { $letters }. Для слова іншою мовою: { COMMAND("remove-word") } { $other } { $word }
refusal-too-many-words = У цього чату може бути щонайбільше { $most ->
        [one] { $most } власне слово
        [few] { $most } власні слова
        [many] { $most } власних слів
       *[other] { $most } власного слова
    }. Спершу вилучіть якесь.
refusal-word-too-long = «{ $word }» задовге: у слові може бути щонайбільше { $most ->
        [one] { $most } літера
        [few] { $most } літери
        [many] { $most } літер
       *[other] { $most } літери
    }.
refusal-words-at-once = За раз можна написати щонайбільше { $most ->
        [one] { $most } слово
        [few] { $most } слова
        [many] { $most } слів
       *[other] { $most } слова
    }.
refusal-look-ups-closed = Поки триває гра, у якій за хибні слова розплачуються, зазирати в словник не можна.
refusal-look-ups-closed-in = Поки в групі «{ $group }» триває ваша гра, я не звіряюся для вас зі словником, навіть у відповідях на задачі.
refusal-look-ups-closed-elsewhere = Поки в іншій групі триває ваша гра, зазирати в словник не можна.
refusal-another-game = У цій грі такої команди немає. Правила пояснює { COMMAND("rules") }.
refusal-another-game-private = У ваших іграх такої команди немає. Щоб побачити команди гри, напишіть { COMMAND("help") } та її назву.
refusal-unknown-option = Параметра «{ $option }» немає. Є такі: { $options }
refusal-unknown-value = Для «{ $option }» не можна вибрати «{ $value }». Можна: { $values }
refusal-value-missing = Для параметра «{ $option }» не вказано значення. Напишіть { $option }=… Можна: { $values }
refusal-not-set-up = У цьому боті «{ $value }» не налаштовано. Налаштувати може лише власник бота. Вибрати можна: { $values }
refusal-option-repeated = Параметр «{ $option }» указано двічі, досить одного разу.
refusal-option-idle = За цим столом «{ $option }» нічого не змінює. Спершу виберіть для «{ $needed }» одне з цих значень: { $values }
refusal-no-challenges = За цим столом немає оскаржень: слова не зі словника просто не приймаються.
refusal-nothing-to-challenge = Немає ходу, який можна було б оскаржити.
refusal-challenge-too-late = Оскаржувати вже пізно: хід зараховано.
refusal-challenged-already = Цей хід уже оскаржено.
refusal-own-play = Свій хід оскаржити не можна.
refusal-word-not-in-play = В останньому ході слова «{ $word }» немає. Його слова: { $words }
refusal-window-open = Хід гравця { $name } ще можна оскаржити. Зачекайте { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунди
    }.
refusal-exchange-limit = У цій грі можна зробити лише { $most ->
        [one] { $most } обмін
        [few] { $most } обміни
        [many] { $most } обмінів
       *[other] { $most } обміну
    }, і свої ви вже використали.
refusal-no-draws = У цій грі нічию пропонувати не можна.
refusal-draw-offered = { $name } вже пропонує нічию. Дайте відповідь кнопками під пропозицією.
refusal-draw-offered-already = Ви вже запропонували нічию. Зачекайте на відповідь інших. Щоб відкликати: { COMMAND("draw") } { TYPED("draw.no") }
refusal-draw-offered-lately = У цьому ході ви вже пропонували нічию. Зачекайте, доки хтось походить.
refusal-unknown-draw-answer = Не розумію «{ $typed }». На пропозицію відповідають { COMMAND("draw") } { TYPED("draw.yes") } або { COMMAND("draw") } { TYPED("draw.no") }, а щоб запропонувати нічию, пишуть просто { COMMAND("draw") }.
refusal-no-draw-offer = Нічиєї ніхто не пропонував.
refusal-own-draw-offer = Прийняти власну пропозицію не можна: відповісти мають інші.
refusal-draw-accepted = Ви вже погодилися на нічию.
refusal-no-clock = У цій грі час не обмежено.
refusal-already-paused = Гру вже призупинено.
refusal-not-paused = Гру не призупинено.
refusal-paused = Гру призупинено. Вона піде далі, коли адміністратор напише { COMMAND("resume") }.
refusal-out-of-reach = Не можу писати в групі або темі цієї гри, тож нічого не змінилося. Гра піде далі, щойно зможу. Теми вже немає? Адміністратор може перенести гру: { COMMAND("tables") } у групі.
refusal-out-of-time = Ваш час вийшов.
refusal-not-due = Для цього ще зарано. Спробуйте трохи згодом.
refusal-no-take-back = За цим столом ходів назад не беруть. За столом без оскаржень це можна дозволити, коли його відкривають, або до початку гри кнопкою ⚙️: «{ option-take-back }».
refusal-nothing-to-take-back = У вас немає ходу, який можна взяти назад.
refusal-take-back-too-late = Цей хід уже не можна взяти назад.
refusal-no-hints = За цим столом підказок немає. За столом без оскаржень їх можна ввімкнути, коли його відкривають, або до початку гри кнопкою ⚙️: «{ option-hints }».
refusal-hint-is-stale = Ця кнопка від старої підказки. Нову покаже { COMMAND("hint") }.
refusal-hint-is-whole = Ви вже отримали всю підказку. Напишіть { COMMAND("hint") }, щоб побачити її знову.
refusal-no-hint-found = Цього разу підказки не знайшлося. Балів за це не віднято.
refusal-play-of-another = Узяти цей хід назад може лише { $name }.
refusal-take-back-open = { $name } ще може взяти останній хід назад. Зачекайте { $seconds } { $seconds ->
    [one] секунду
    [few] секунди
    [many] секунд
   *[other] секунди
}.
refusal-nothing-to-undo = Скасовувати нема чого: можна лише останній хід, і то якщо після нього не тягнули фішок.
