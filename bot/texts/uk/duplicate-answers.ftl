## Дуплікат: власна відповідь
# Це читає лише той, хто відповідає; «answer-posted» після вибору з’являється в чаті від його імені.
button-answer = ✅ Відповісти { $word } · { $score }
button-answer-lock = 🔒 Остаточно
button-answer-withdraw = ↩️ Узяти назад
button-answer-board = 🔤 Моє поле
answer-play = <b>{ $word }</b> { $place }, <b>{ $score }</b> { $score ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }
answer-none = У цьому раунді ви ще не відповіли.
answer-stands = ✅ Ваша відповідь: { $play }
answer-stands-strict = ✅ Ваша відповідь: { $play }, якщо слова зарахують
answer-locked = 🔒 Закріплено: { $play }
answer-locked-strict = 🔒 Закріплено: { $play }, якщо слова зарахують
answer-until = ⏱ { $time }
answer-may-change = До того часу можна відповісти інакше, узяти відповідь назад або закріпити її.
answer-is-final = 🔒 Вашу відповідь у цьому раунді закріплено.
answer-no-verdict = Чи зараховано слова, буде відомо, коли раунд закриється.
answer-round-over = Раунд { $number } закрито.
answer-round-closed = <i>⏰ Той раунд уже закрито.</i>
answer-next-rack = Наступні фішки з’являться за мить.
answer-which-place = Торкніться місця, щоб відповісти.
answer-in-open = Відповіді тут таємні, тож там, де їх читають усі, я їх не приймаю. Торкніться «{ button-duplicate-answer }» або напишіть відповідь мені приватно.
answer-inline = Вибір стане відповіддю, я підтверджу її приватно. Чат побачить лише, що ви відповіли
answer-posted = ✅ Відповідь дано.
