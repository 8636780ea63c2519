# Перша гра новачка і кнопки під привітанням
button-first-table = ▶️ Відкрити стіл
button-first-game = 🤖 Перша гра (2 хв)
button-how = 📖 Як грати
tutorial-offer = Вітаю, { $name }! Я Harfiyen. Зіграймо вашу першу гру разом? Це дві хвилини, без годинника, проти найслабшого комп’ютера. На кожному кроці я скажу, чого торкнутися.
button-tutorial-start = ▶️ Почати першу гру
button-tutorial-skip = Не зараз
button-tutorial-end = ✋ Досить, далі без пояснень
tutorial-ended = 👍 Далі граєте без пояснень. Якщо щось незрозуміло, напишіть { COMMAND("help") }.
tutorial-tiles = 📌 Фішки внизу — ваші. Щоб скласти з них слово, торкніться кнопки «{ own-board-word }».
tutorial-tiles-join = 📌 Фішки внизу — ваші. Слово має торкатися фішок на полі. Торкніться кнопки «{ own-board-word }»: літери з поля теж можна брати.
tutorial-spell = 📌 Коли слово готове, торкніться кнопки «{ own-board-places }». Якщо нічого не спадає на думку, напишіть { COMMAND("hint") }.
tutorial-blank = 📌 Порожня фішка буває будь-якою літерою, але балів не дає.
tutorial-place = 📌 Кожна кнопка — це місце, число наприкінці — бали. Торкніться однієї з них.
tutorial-confirm = 📌 Так ляже ваше слово. Якщо воно є в словнику, зробіть хід кнопкою ✅.
tutorial-cross = 📌 Відтепер кожне слово має торкатися фішок на полі. Знову торкніться кнопки «{ own-board-word }»: літери з поля теж можна брати.
tutorial-other-turns = 📌 Слово не складається? «{ own-board-exchange }» дасть інші фішки, «{ own-board-pass }» передасть чергу, а { COMMAND("hint") } крок за кроком відкриє найкращий.
tutorial-done = 🎉 Це все, що треба знати, а гра триває. Щоб грати з друзями, додайте мене до групи й напишіть там { COMMAND("new") }.
tutorial-why = 💡 Чому <b>{ $score }</b> { $score ->
        [one] бал
        [few] бали
        [many] балів
       *[other] бала
    }?
tutorial-why-word = <b>{ $word }</b>: { $letters } = { $points }
tutorial-why-times = <b>{ $word }</b>: ({ $letters }) × { $times } = { $points }
tutorial-why-bingo = Бінго: +{ $points }
tutorial-why-cell = Бонусна клітинка: +{ $points }
tutorial-why-premiums = На кожній фішці написано її бали. Кольорові клітинки множать бали за нову фішку або за все слово.
