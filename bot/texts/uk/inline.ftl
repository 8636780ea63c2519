## Рядковий режим: те, що пишуть після імені бота
# Заголовки й описи бачить лише той, хто пише; «inline-posted» — те, що після вибору з’являється в чаті.
inline-your-turn = Ваш хід
inline-turn = Ходить { $name }
inline-no-tiles = У вас немає фішок
inline-fit = { $move } · { $score ->
        [one] { $score } бал
        [few] { $score } бали
        [many] { $score } балів
       *[other] { $score } бала
    }
inline-plays = Виберіть, щоб зробити цей хід
inline-pass = Спасувати
inline-exchange = Обміняти: { $tiles }
inline-words = ✓ є в словнику
inline-not-words = ✗ немає в словнику: { $words }
inline-more = { $count ->
        [one] Ще { $count } місце
        [few] Ще { $count } місця
        [many] Ще { $count } місць
       *[other] Ще { $count } місця
    }
inline-narrow = Допишіть рядок, стовпець або клітинку
inline-neutral = Якщо вибрати, ходу не буде, а фішок ніхто не побачить
inline-posted = 🔤 Це не хід: фішки та спроби бачить лише їхній власник.
inline-no-game = Зараз ви не граєте
inline-no-game-how = Щоб відкрити стіл, надішліть { COMMAND("new") } у групі
inline-way-in = Написати боту приватно
refusal-other-table = Цей хід був для іншого столу, тож нічого не зіграно. Вибирайте його в чаті самої гри.
