## Klepka: komutlar
command-flip = Klepka: kart açar: 12 34
command-form = Klepka: kelime kurar: СЛОВО
command-trade = Klepka: kart takas eder: О 2 А
command-chaos = Klepka: masayı karıştırır

## Klepka: kartlar ve düğmeler
klepka-polysemy = 🃏 polisemi
klepka-exchange = 🔄 takas
klepka-chaos = 🌀 kaos
button-enough = ✋ Yeter
button-double = ×2 { $word }
panel-cards = Masada

## Klepka: oyun
klepka-started =
    <b>Oyun başladı!</b> { $cards } kart kapalı duruyor: { $rows } sıra, her sırada { $columns } kart.
    Oyun sırası: { $names }
klepka-formed = <b>{ $name }</b> <b>{ $word }</b> kelimesini kurdu: <b>{ $score }</b> puan
klepka-stands-for = 🃏 { $letter } 0
klepka-one-colour = tek renk ×2
klepka-doubled = Kurucu onayladı: { $name }, <b>{ $word }</b> kelimesi iki kat sayıldı: <b>{ $score }</b> puan
klepka-revealed = <b>{ $name }</b> şu kartları açtı: { $positions }.
klepka-revealed-more = <b>{ $name }</b> iki kart daha açtı: { $positions }.
klepka-taken = Aldıkları: { $cards } ({ $positions })
klepka-nothing-taken = Eş çıkmadı: hepsi yeniden kapanıyor.
klepka-back = Yeniden kapananlar: { $positions }
klepka-again = Eş bulundu! { $name } { $count } kart daha açabilir.
klepka-last-taken = <b>{ $name }</b> şu kartları aldı: { $cards }
klepka-last-nothing = <b>{ $name }</b> kart açtı, eş çıkmadı.
klepka-look = 👀 İyi bakın: kartlar { $seconds } saniye sonra kapanacak.
klepka-enough = <b>{ $name }</b> başka kart açmadı.
klepka-words-over = ⏱ { $name } için kelime süresi bitti: { $flips } kart açılacak.
klepka-time-out = ⏱ { $name } için süre doldu; sıra geçti.
klepka-traded = 🔄 <b>{ $name }</b>, { $partner } ile takas yaptı: { $gave } verdi, { $took } aldı.
klepka-shuffled = 🌀 <b>{ $name }</b> masadaki { $cards } kartı karıştırdı. Yerlerini unutun!
klepka-left = Masada { $count } kart ({ $cards } kartlık deste)
klepka-next-words = Sıra: { $name } – { $count } kart açın (/ac 12 34) ya da önce kelime kurun (/soz СЛОВО)
klepka-next-flips = Sıra: { $name } – { $count } kart açın (/ac 12 34)
klepka-next-extra = Sıra: { $name } – { $count } kart daha açın (/ac 12 34) ya da /pas
klepka-next-empty = Sıra: { $name } – kelime kurun (/soz СЛОВО) ya da /pas
klepka-no-cards = kartı yok
klepka-picked = Seçilen: { $positions }. { $count } kart kaldı.
klepka-picked-none = Seçili kart yok. { $count } kart seçin.
klepka-turning = Kartlar açılıyor.
ended-cleared = 🏁 <b>Oyun bitti:</b> masa boşaldı ve kimse kelime kurmuyor. Elde kalan her kart 1 puan getirdi.
ended-glory = 🏁 <b>СЛАВА УКРАЇНІ!</b> Bunu kuran oyunu hemen kazanır.

## Klepka: geri çevirmeler
refusal-klepka-no-word = Kurulacak kelimeyi yazın: /soz СЛОВО
refusal-klepka-brackets = “{ $word }” kelimesindeki ayraçlar eşleşmiyor. Polisemiyle konan harf köşeli ayraçla yazılır: м[о]л[о]к[о]
refusal-several-words = “{ $word }” birden çok kelime. Kelimeleri tek tek kurun.
refusal-words-come-first = Kelime, kart açmadan önce kurulur. Şimdi isterseniz { $flips } kart daha açın (/ac 12 34) ya da /pas yazıp sırayı bırakın.
refusal-words-are-over = Kelime süresi bitti. { $flips } kart açın: /ac 12 34
refusal-word-repeated = { $word } daha önce kuruldu ({ $name }); bu masada bir kelime yalnız bir kez sayılır.
refusal-letters-not-held = Kartlarınızda şunlar eksik: { $letters }. (Elinizdeki polisemi: { $polysemies }; öyle konacak harfi ayraçla yazın.)
refusal-polysemy-not-held = Ayraçtaki her ayrı harf bir polisemi kartı ister: { $needed } gerek, elinizde { $held } var.
refusal-no-letter-card = Kelimede en az bir harf kartı olmalı; yalnız polisemi yetmez.
refusal-table-empty = Masada kart kalmadı.
refusal-no-positions = Hangi kartlar? Numaralarını yazın: /ac 12 34
refusal-garbled-positions = “{ $text }” anlaşılmadı. Kartların numaralarını yazın: /ac 12 34
refusal-unknown-position = { $position } numaralı kart yok; numaralar 1 ile { $last } arasındadır.
refusal-position-twice = { $position } numaralı kart iki kez yazılmış.
refusal-position-empty = { $position } numaralı kart daha önce alındı.
refusal-wrong-flip-count = { $needed } kart açmalısınız; siz { $given } kart yazdınız.
refusal-must-flip = { $flips } kart açmanız gerek: /ac 12 34
refusal-no-host-double = Bu masada kurucu kelimeleri iki katına çıkarmaz.
refusal-not-host = Bunu yalnız masayı kuran yapabilir.
refusal-not-formed-lately = { $word } bu turda ya da bir önceki turda kurulmadı.
refusal-doubled-already = { $word } zaten iki kat sayıldı.
refusal-reward-not-held = Bu kart sizde yok: { $reward }
refusal-trade-with-self = Kendinizle takas yapamazsınız.
refusal-no-such-player = Masada böyle bir oyuncu yok. Oyuncu numaraları için /skor yazın.
refusal-partner-has-surrendered = { $name } teslim oldu; kartları kenara ayrıldı.
refusal-unknown-card = Bu oyunda { $card } diye bir kart yok.
refusal-which-colour = { $letter } iki renkte de var: { $cards }. Rengini de yazın: sarı için { $letter }ж, mavi için { $letter }с.
refusal-card-not-held = Bu kart sizde yok: { $card }
refusal-card-not-theirs = Bu kart { $name } adlı oyuncuda yok: { $card }
refusal-no-cards = Kendi kartınızı, oyuncunun numarasını ve onun kartını yazın: /takas О 2 А
refusal-garbled-card = “{ $text }” bir kart değil. Bir harf (О, Ож sarı, Ос mavi) ya da şunlardan birini yazın: polisemi, takas, kaos
refusal-trade-usage = Kendi kartınızı, oyuncunun numarasını ve onun kartını yazın: /takas О 2 А
refusal-trade-with-whom = Kiminle? Oyuncunun numarasını kartların arasına yazın (/takas О 2 А), oyuncuyu anın ya da bir mesajını yanıtlayın.
