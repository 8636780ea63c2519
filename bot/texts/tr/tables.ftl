## Bir sohbette birden çok masa
which-table = Hangi masayı kastediyorsunuz?
which-table-in-private = Hangi masayı kastettiğinizi burada yalnız size soramadım. Aynısını özel sohbetimize yazın.
refusal-no-such-table = Burada şu anda { $number } numaralı masa yok.
refusal-no-table-of-yours = Şu anda { $number } numaralı bir masada oyununuz yok. { COMMAND("games") } oyunlarınızı gösterir.
refusal-edit-of-another-table = Bu mesaj başka bir masanın hamlesiydi ve o masada kalır. Diğer masa için yeni bir mesaj yazın.
refusal-too-many-tables = Burada zaten { $most } masa açık, bu grupta daha fazlasına izin verilmiyor. { COMMAND("tables") } hepsini gösterir: birine oturabilir ya da bir oyunun bitmesini bekleyebilirsiniz.
refusal-too-many-tables-private = Burada zaten { $most } oyununuz var, daha fazlası açılamıyor. Önce birini bitirin: { COMMAND("games") } hepsini gösterir.
refusal-too-many-tables-there = O grupta zaten { $most } masa açık, orada daha fazlasına izin verilmiyor. Birine oturabilir ya da bir oyunun bitmesini bekleyebilirsiniz.
refusal-too-many-seats = Burada zaten { $most } masada oturuyorsunuz, bu grupta bir kişi aynı anda daha fazlasında oynayamıyor. Oyunu başlamamış bir masadan { COMMAND("leave") } ile kalkabilir ya da bir oyununuzun bitmesini bekleyebilirsiniz.
refusal-too-many-seats-there = O grupta zaten { $most } masada oturuyorsunuz, orada bir kişi aynı anda daha fazlasında oynayamıyor. Oyunu başlamamış bir masadan kalkabilir ya da bir oyununuzun bitmesini bekleyebilirsiniz.
refusal-rematch-open = Bu oyunun rövanşı zaten açıldı: masa { $number }.
refusal-game-begun = Bu masada oyun çoktan başladı. Yeni bir masa için { COMMAND("new") } yazın.
refusal-game-begun-private = Bu masada oyun çoktan başladı. Yeni bir oyun için { COMMAND("computer") } yazın.

## Masaların ve oyunların listesi
tables-head = 🎲 <b>Buradaki masalar</b>
games-head = 🎲 <b>Oyunlarınız</b>
games-your-turn = <b>Sıra sizde</b>
answer-open = Cevap verebilirsiniz
games-turn-since = { $time } oldu
games-in-private = Bütün oyunlarınızı özel sohbetimizde gösteririm, önce sizi bekleyenleri.
own-board-next-game = ▶️ Sıradaki oyununuz
tables-elsewhere = 🧵 Başka konularda da masalar açık. Bir konu artık yoksa yönetici onun masasını burada sürdürebilir.
button-move-here = 📍 Burada sürsün: { $table }
table-moved-here = 📍 Oyun burada sürüyor.
table-moved-away = 📍 Bu konunun bir masası başka bir konuda sürüyor.
back-to-round = Geri döndüm! Oyun kaldığı yerden devam ediyor. Tahta için { COMMAND("board") } yazın.
back-to-tables = Geri döndüm! Oyunlar kaldığı yerden sürüyor. Masalar için { COMMAND("tables") } yazın.
stale-tables =
    O masa artık yok. Şimdi açık olanlar:
    { $tables }

## Kaç masa
settings-name-tables = 🗂 Masa sayısı
settings-name-seats = 👤 Kişi başına masa
settings-about-tables =
    Aynı anda en çok kaç masa açık olabilsin? Konuları olan bir grupta her konu için ayrı sayılır.
    Birden çok masa varsa her birinin numarası olur (#1, #2, …). Sayıyı azaltmak açık masaları kapatmaz.
settings-about-seats =
    Bir kişi aynı anda en çok kaç masada oturabilsin? Konuları olan bir grupta her konu için ayrı sayılır.
    Sayıyı azaltmak kimseyi masadan kaldırmaz.
