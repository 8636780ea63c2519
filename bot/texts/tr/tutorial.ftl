# İlk oyun ve selamın altındaki düğmeler
button-first-table = ▶️ Masa aç
button-first-game = 🤖 İlk oyun (2 dakika)
button-how = 📖 Nasıl oynanır?
tutorial-offer = Merhaba { $name }, ben Harfiyen! İlk oyununuzu birlikte oynayalım mı? İki dakika sürer. Rakibiniz en kolay bilgisayar, saat yok. Her adımda nereye dokunacağınızı söylerim.
button-tutorial-start = ▶️ İlk oyuna başla
button-tutorial-skip = Şimdi değil
button-tutorial-end = ✋ Yeter, kendim oynarım
tutorial-ended = 👍 Bundan sonrası sizde. Sorunuz olursa { COMMAND("help") } yazın.
tutorial-tiles = 📌 Alttaki taşlar sizin. Bir kelimenin taşlarına sırayla dokunun.
tutorial-tiles-join = 📌 Alttaki taşlar sizin. Kelimeniz tahtadaki taşlara değmeli. Taşlarınıza sırayla dokunun: tahtadaki harfleri ben bulurum.
tutorial-spell = 📌 Kelime tamam olunca alttaki yerlerden birine dokunun: baştaki sayı puandır. Aklınıza bir kelime gelmezse { COMMAND("hint") } yazın.
tutorial-blank = 📌 Joker her harfin yerine geçer ama puan getirmez.
tutorial-place = 📌 Her düğme bir yer, baştaki sayı da puanı. Birine dokunun.
tutorial-confirm = 📌 Kelimeniz böyle duracak. Sözlükte varsa ✅ düğmesiyle oynayın.
tutorial-cross = 📌 Bundan sonra her kelime tahtadaki taşlara değmeli. Taşlarınıza sırayla dokunun: tahtadaki harfleri ben bulurum.
tutorial-other-turns = 📌 Kelime çıkmıyorsa “{ own-board-exchange }” taşlarınızı değiştirir, “{ own-board-pass }” sırayı rakibinize bırakır, { COMMAND("hint") } en iyi hamleyi adım adım söyler.
tutorial-done = 🎉 Bilmeniz gereken bu kadar, oyun sürüyor. Arkadaşlarınızla oynamak için beni bir gruba ekleyip orada { COMMAND("new") } yazın.
tutorial-why = 💡 Neden <b>{ $score }</b> puan?
tutorial-why-word = <b>{ $word }</b>: { $letters } = { $points }
tutorial-why-times = <b>{ $word }</b>: ({ $letters }) × { $times } = { $points }
tutorial-why-bingo = Bingo: +{ $points }
tutorial-why-cell = Bonus hücresi: +{ $points }
tutorial-why-premiums = Her taşın puanı üstünde yazar. Renkli hücreler yeni konan taşın ya da bütün kelimenin puanını katlar.
