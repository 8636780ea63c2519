## Klepka: kartlar ve düğmeler
klepka-polysemy = 🃏 polisemi
klepka-exchange = 🔄 takas
klepka-chaos = 🌀 kaos
button-enough = ✋ Yeter
button-card-page = 👆 Dokun
button-double = ×2 { $word }
panel-cards = Masada
legend-polysemy = polisemi: istediğiniz harf
legend-swap = takas
legend-chaos = kaos: masa karışır

## Klepka: oyun
klepka-started =
    <b>Oyun başladı!</b> { $cards } kart kapalı duruyor: { $rows } satır, her satırda { $columns } kart.
    Oyun sırası: { $names }
klepka-formed = <b>{ $name }</b> <b>{ $word }</b> +{ $score }
klepka-stands-for = 🃏 { $letter } 0
klepka-one-colour = tek renk ×2
klepka-doubled = Kurucu onayladı, <b>{ $word }</b> ({ $name }) iki kat sayıldı: <b>{ $score }</b> puan
klepka-taken = <b>{ $name }</b> { $positions } → { $cards }
klepka-nothing-taken = <b>{ $name }</b> { $positions } → eş çıkmadı
klepka-last-taken = <b>{ $name }</b> şu kartları aldı: { $cards }
klepka-last-nothing = <b>{ $name }</b> kart açtı, eş çıkmadı.
klepka-look = 👀 { $cards } · { $seconds } sn
klepka-enough = <b>{ $name }</b> başka kart açmadı.
klepka-words-over = ⏱ { $name }: kelime süresi bitti, şimdi { $flips } kart açacak.
klepka-time-out = ⏱ { $name }: süresi doldu, sıra geçti.
klepka-traded = 🔄 <b>{ $name }</b>, { $partner } ile takas yaptı: { $gave } verdi, { $took } aldı.
klepka-shuffled = 🌀 <b>{ $name }</b> masadaki { $cards } kartı karıştırdı. Yerlerini unutun!
klepka-left = Masada { $count } kart kaldı (toplam { $cards })
klepka-left-short = kalan { $count }/{ $cards }
klepka-next-words = Sıra: { $name } · { $count } kart ya da kelime
klepka-next-flips = Sıra: { $name } · { $count } kart
klepka-next-extra = Sıra: { $name } · eş bulundu! { $count } kart daha
klepka-next-typed = ({ COMMAND("flip") } 12 34)
klepka-next-empty = Sıra: { $name } – kelime kurun ({ COMMAND("form") } СЛОВО) ya da { COMMAND("pass") }
klepka-no-cards = hiç kartı yok
klepka-picked = Seçtikleriniz: { $positions }. { $count } kart daha seçin.
klepka-picked-none = Henüz kart seçmediniz. { $count } kart seçin.
klepka-turning = Kartlar açılıyor.
ended-cleared = 🏁 <b>Oyun bitti:</b> masada kart kalmadı, kelime kuracak kimse de yok. Elde kalan her kart 1 puan getirdi.
ended-glory = 🏁 <b>СЛАВА УКРАЇНІ!</b> Bu sözü kuran, oyunu o anda kazanır.

## Klepka: geri çevirmeler
refusal-klepka-no-word = Kurmak istediğiniz kelimeyi de yazın: { COMMAND("form") } СЛОВО
refusal-klepka-brackets = “{ $word }” kelimesindeki parantezler uyuşmuyor. Polisemiyle koyduğunuz harfi köşeli paranteze alın: м[о]л[о]к[о]
refusal-several-words = “{ $word }” tek bir kelime değil. Kelimeleri birer birer kurun.
refusal-words-come-first = Kelime, kart açmadan önce kurulur. Şimdi { $flips } kart daha açabilir ({ COMMAND("flip") } 12 34) ya da { COMMAND("pass") } yazıp sırayı bırakabilirsiniz.
refusal-words-are-over = Kelime süresi bitti. { $flips } kart açın: { COMMAND("flip") } 12 34
refusal-word-repeated = { $word } daha önce kuruldu ({ $name }). Bu masada her kelime yalnızca bir kez sayılır.
refusal-letters-not-held = Kartlarınızda şu harfler yok: { $letters }. Elinizdeki polisemi sayısı: { $polysemies }. Onunla koyacağınız harfi köşeli paranteze alın.
refusal-polysemy-not-held = Köşeli parantezdeki her farklı harf için bir polisemi gerekir: { $needed } gerekiyor, sizde { $held } var.
refusal-no-letter-card = Kelimede en az bir harf kartı olmalı, tek başına polisemi yetmez.
refusal-table-empty = Masada kart kalmadı.
refusal-no-positions = Hangi kartları açacaksınız? Numaralarını yazın: { COMMAND("flip") } 12 34
refusal-garbled-positions = “{ $text }” ne demek, anlamadım. Kartların numaralarını yazın: { COMMAND("flip") } 12 34
refusal-unknown-position = { $position } numaralı kart yok. Numaralar 1 ile { $last } arasında.
refusal-position-twice = { $position } numaralı kartı iki kez yazdınız.
refusal-position-empty = { $position } numaralı kart daha önce alınmış.
refusal-wrong-flip-count = { $needed } kart açmanız gerekiyor, { $given } değil.
refusal-must-flip = { $flips } kart açmanız gerekiyor: { COMMAND("flip") } 12 34
refusal-no-host-double = Bu masada kurucu kelimeleri iki kat saydıramaz.
refusal-double-is-hosts = Bunu yalnızca masanın kurucusu yapabilir.
refusal-not-formed-lately = { $word } bu turda ya da bir önceki turda kurulmadı.
refusal-doubled-already = { $word } zaten iki kat sayılmıştı.
refusal-reward-not-held = Sizde bu kart yok: { $reward }
refusal-trade-with-self = Kendinizle takas yapamazsınız.
refusal-no-such-player = Masada böyle bir oyuncu yok. Oyuncuların numaraları için { COMMAND("score") } yazın.
refusal-partner-has-surrendered = { $name } pes etti, kartları kenara ayrıldı.
refusal-unknown-card = Bu oyunda { $card } diye bir kart yok.
refusal-which-colour = { $letter } iki renkte de var: { $cards }. Rengini de belirtin: sarı için { $letter }ж, mavi için { $letter }с.
refusal-card-not-held = Sizde bu kart yok: { $card }
refusal-card-not-theirs = { $name } adlı oyuncuda bu kart yok: { $card }
refusal-no-cards = Kendi kartınızı, oyuncunun numarasını ve onun kartını yazın: { COMMAND("trade") } О 2 А
refusal-garbled-card = “{ $text }” diye bir kart yok. Bir harf (О, Ож sarı, Ос mavi) ya da şunlardan birini yazın: polisemi, takas, kaos
refusal-trade-usage = Kendi kartınızı, oyuncunun numarasını ve onun kartını yazın: { COMMAND("trade") } О 2 А
refusal-trade-with-whom = Kiminle takas edeceksiniz? Kartların arasına oyuncunun numarasını yazın ({ COMMAND("trade") } О 2 А), oyuncuyu etiketleyin ya da bir mesajını yanıtlayın.
