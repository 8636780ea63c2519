# İlk oyun ve selamın altındaki düğmeler
button-first-table = ▶️ Masa aç
button-first-game = 🤖 İlk oyun (2 dakika)
button-how = 📖 Nasıl oynanır?
tutorial-offer = Merhaba { $name }, ben Harfiyen: size ve arkadaşlarınıza kelime oyunları. İlk dört kelimenizi birlikte oynayalım mı? İki dakika sürer.
button-tutorial-start = ▶️ Oynayalım
button-tutorial-skip = Şimdi değil
button-tutorial-end = ✋ Yeter
# Sonunda tahtada duranlar, hamle hamle: benimki, bilgisayarınki, benimki … Taşlarım o zamana kadar raftadır.
tutorial-plays = 6D SÜT / D6 SES / F2 BULUT / 4D KALE / 2F BİLG[İ] / J2 İPEK / H4 MERHABA
tutorial-spell-1 = 📌 Bu taşlar sizin, küçük sayılar puanları. <b>{ $word }</b> yazalım.
tutorial-spell-2 = 📌 Bundan sonra her kelime tahtadaki taşlara değer, tahtadaki harf kelimeye kendiliğinden katılır: { $letters } ile <b>{ $word }</b>.
tutorial-spell-3 = 📌 Boş taş jokerdir: her harfin yerine geçer ama puan getirmez. <b>{ $word }</b> oynayalım.
tutorial-spell-4 = 📌 Yedi taşı bir hamlede kullanmak bingodur: ek puan getirir. Şimdi <b>{ $word }</b>!
tutorial-place-1 = 📌 <b>{ $word }</b> buraya sığar. Düğmede puanı ve başladığı hücre yazar.
tutorial-place-2 = 📌 Yerler en iyisinden başlar. <b>{ $word }</b> için en iyisi bu.
tutorial-confirm-1 = 📌 Yıldız ilk kelimenin puanını ikiye katlar. ✅ ile oynayın.
tutorial-confirm-2 = 📌 Renkli hücreler yeni taşın ya da bütün kelimenin puanını katlar.
tutorial-confirm-3 = 📌 Joker puan getirmez ama kelime sayılır.
tutorial-confirm-4 = 📌 Yanındaki kelime de değişir ve yeniden puan getirir.
tutorial-news = ✅ { $word } · <b>{ $score }</b> · 🤖 { $other } · <b>{ $points }</b>
tutorial-done = 🎉 <b>{ $word }</b> · { $score }! Bilmeniz gereken bu kadar. Kelime çıkmazsa taş değiştirin, pas deyin ya da { COMMAND("hint") } yazın.
button-tutorial-group = 👥 Grupta masa aç
button-tutorial-play = ▶️ Bilgisayara karşı sürdür
tutorial-ended = 👍 Bundan sonrası sizde. Sorunuz olursa { COMMAND("help") } yazın.
tutorial-why-word = <b>{ $word }</b>: { $letters } = { $points }
tutorial-why-times = <b>{ $word }</b>: ({ $letters }) × { $times } = { $points }
tutorial-why-bingo = Bingo: +{ $points }
