# Перша гра новачка і кнопки під привітанням
button-first-table = ▶️ Відкрити стіл
button-first-game = 🤖 Перша гра (2 хв)
button-how = 📖 Як грати
tutorial-offer = Вітаю, { $name }! Я Harfiyen: ігри зі словами для вас і ваших друзів. Викладемо перші чотири слова разом? Це дві хвилини.
button-tutorial-start = ▶️ Граймо
button-tutorial-skip = Не зараз
button-tutorial-end = ✋ Досить
# Що зрештою лежить на полі, хід за ходом: мій, комп’ютера, мій … Мої фішки тоді вже на підставці.
tutorial-plays = 6D САД / D6 СИР / 8D РОБОТ / E3 КАВА / 4B МО[В]А / B2 ЗИМА / I5 ВІТАННЯ
tutorial-spell-1 = 📌 Ці фішки ваші, малі цифри на них — бали. Складімо <b>{ $word }</b>.
tutorial-spell-2 = 📌 Відтепер слово торкається фішок на полі, а літера з поля додається сама: { $letters } — це <b>{ $word }</b>.
tutorial-spell-3 = 📌 Фішка без літери — порожня: вона буває будь-якою літерою, але балів не дає. Складімо <b>{ $word }</b>.
tutorial-spell-4 = 📌 Сім фішок за один хід — це бінго, за нього є додаткові бали. Готові до слова <b>{ $word }</b>?
tutorial-place-1 = 📌 <b>{ $word }</b> стане сюди. На кнопці — бали й перша клітинка.
tutorial-place-2 = 📌 Місця йдуть від найкращого. Для <b>{ $word }</b> найкраще це.
tutorial-confirm-1 = 📌 Зірка подвоює перше слово. Зробіть хід кнопкою ✅.
tutorial-confirm-2 = 📌 Кольорові клітинки множать бали за нову фішку або за все слово.
tutorial-confirm-3 = 📌 Порожня фішка балів не дає, але слово зараховується.
tutorial-confirm-4 = 📌 Слово поруч теж змінюється і знову дає бали.
tutorial-news = ✅ { $word } · <b>{ $score }</b> · 🤖 { $other } · <b>{ $points }</b>
tutorial-done = 🎉 <b>{ $word }</b> · { $score }! Це все, що треба знати. Слово не складається? Обміняйте фішки, пасуйте або напишіть { COMMAND("hint") }.
button-tutorial-group = 👥 Відкрити стіл у групі
button-tutorial-play = ▶️ Далі проти комп’ютера
tutorial-ended = 👍 Далі граєте без пояснень. Якщо щось незрозуміло, напишіть { COMMAND("help") }.
tutorial-why-word = <b>{ $word }</b>: { $letters } = { $points }
tutorial-why-times = <b>{ $word }</b>: ({ $letters }) × { $times } = { $points }
tutorial-why-bingo = Бінго: +{ $points }
