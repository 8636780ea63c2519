## Kurallar
rules-which = Hangi oyunun kuralları? Örneğin: { COMMAND("rules") } kelimelik. Oyunlar: { $games }
rules-head = <b>{ $game }</b>: { $players } oyuncu, { $columns }×{ $rows } tahta, { $tiles } taş ({ $blanks } joker), rafta { $rack } taş.
rules-part-board = Tahta
rules-part-turn = Sıra
rules-part-words = Kelimeler
rules-part-challenges = Kelimeler ve itiraz
rules-part-scores = Puanlar
rules-part-rewards = Ödül kartları
rules-part-end = Oyunun sonu

## Tahta
rules-placing = • İlk kelime ortadaki yıldızdan geçer, sonrakiler tahtadaki harflere değer. Taşlar tek bir satıra ya da sütuna, arada boşluk kalmadan dizilir. Kelimeler soldan sağa ya da yukarıdan aşağıya okunur.
rules-premiums = • Renkli hücreler bir harfin ya da bütün kelimenin puanını 2 ya da 3 katına çıkarır, ama yalnızca üstlerine taş konan hamlede.
rules-premiums-four = • Renkli hücreler bir harfin ya da bütün kelimenin puanını 2, 3 ya da 4 katına çıkarır, ama yalnızca üstlerine taş konan hamlede.
rules-centre-double = • Ortadaki yıldız ilk kelimenin puanını ikiye katlar.
rules-centre-plain = • Ortadaki yıldızın puana etkisi yoktur.
rules-cell = • Bonus hücresine ilk taşı koyan hamle { $points } puan daha kazandırır.
rules-four-clockwise = • 4W hücresi (ok), oradan okun gösterdiği yöne uzanan kelimenin puanını dörde katlar. Kelimenin ilk ya da son harfi o hücrede olmalıdır. Oklar tahtanın çevresini saat yönünde dolaşır.
rules-four-endpoint = • 4W hücresi, orada başlayan ya da biten kelimenin puanını dörde katlar.
rules-four-any = • 4W hücresi, üstünden geçen her kelimenin puanını dörde katlar.
rules-ex-bag = • EX hücresine taş konunca rastgele bir rakibin rastgele bir taşı, torbadan çekilen bir taşla değişir (torbada en az { $least } taş varsa).
rules-ex-swap = • EX hücresine taş koyan, rastgele bir rakiple rastgele birer taş değiş tokuş eder (torbada en az { $least } taş varsa).
rules-ex-off = • Bu masada EX hücrelerinin bir etkisi yoktur.

## Sıra
rules-order-draw = • Kimin başlayacağını belirlemek için herkes bir taş çeker: A’ya en yakın harfi çeken başlar, joker A’dan da önce gelir. Oyun sırası da bu harflere göredir, eşitlik olursa yeniden çekilir.
rules-order-random = • Oyuna kimin başlayacağı kurayla belirlenir.
rules-turn = • Sırası gelen bir kelime koyar, taş değiştirir ya da pas geçer. Kelime koyan, torbada taş oldukça rafını yeniden { $rack } taşa tamamlar.
rules-exchange = • Taş değiştiren o turda kelime koyamaz, torbada en az { $least } taş olmalıdır.
rules-exchange-any = • Taş değiştiren o turda kelime koyamaz, torbada en az değiştirdiği kadar taş olmalıdır.
rules-exchange-limit = Her oyuncu oyun boyunca en çok { $most } kez taş değiştirebilir.
rules-clock = • Süre: { $clock }.
rules-overtime = Aşılan her dakika, yeni başlamış olsa bile { $points } puan götürür. Süreyi { $minutes } dakikadan fazla aşan oyunu kaybeder.
rules-overrun-pass = Süresi dolan pas geçmiş sayılır.
rules-overrun-forfeit = Süresi dolan oyunu kaybeder.
rules-overrun-pass-then-forfeit = Süresi dolan pas geçmiş sayılır, bu arka arkaya iki kez olursa oyunu kaybeder.
rules-overrun-retire = Süresi dolan artık hamle yapamaz ama puanı korunur.

## Kelimeler ve itiraz
rules-blank = • Joker istediğiniz harfin yerine geçer, o harf oyunun sonuna kadar değişmez.
rules-judging-void = • Oluşan her kelime sözlükte olmalıdır. Biri bile yoksa hamle kabul edilmez, bir şey kaybetmeden yeniden denersiniz.
rules-challenge = • Kelimeler konurken sözlüğe bakılmaz. İtiraz edilmeyen hamle geçerlidir. Sıradaki oyuncu oynayana kadar, en çok { $time } içinde, diğer oyuncular itiraz edebilir ({ COMMAND("challenge") }): oluşan kelimelerden biri bile sözlükte yoksa taşlar rafa döner ve tur yanar. Yeni taşlar ancak bundan sonra çekilir.
rules-look-ups = • Oyuncular oyun boyunca sözlüğe bakamaz.
rules-judging-single = • Haksız itirazın bedeli yoktur.
rules-judging-double = • Haksız itiraz eden bir tur kaybeder.
rules-judging-wordpoints = • Haksız itiraz eden, itiraz ettiği kelimelerin o hamledeki puanını kaybeder.
rules-judging-points-mover-challenge = • Haksız itirazda hamleyi yapan { $points } puan kazanır.
rules-judging-points-mover-word = • Haksız itirazda hamleyi yapan, itiraz edilen her kelime için { $points } puan kazanır.
rules-judging-points-challenger-challenge = • Haksız itiraz eden { $points } puan kaybeder.
rules-judging-points-challenger-word = • Haksız itiraz eden, itiraz ettiği her kelime için { $points } puan kaybeder.
rules-chat-words = • Sohbetin eklediği kelimeler ({ COMMAND("add-word") }) geçerli, çıkardıkları ({ COMMAND("remove-word") }) geçersizdir. Oyun sırasındaki değişiklikler sonraki oyunda geçerli olur.
rules-list-alone = • Yalnızca sözlük geçerlidir: sohbetin eklediği ya da çıkardığı kelimeler hesaba katılmaz.

## Puanlar
rules-points = • Oluşan her kelime, taşlarının puanını kazandırır. Joker 0 puandır.
rules-colours = • Taşın rengi puanını gösterir: { $colours }.
rules-colour-yellow = sarı
rules-colour-green = yeşil
rules-colour-blue = mavi
rules-colour-red = kırmızı
rules-bingo = • Bingo: bir hamlede { $tiles } taşın hepsini kullanan { $points } puan daha kazanır.
rules-bingo-whole = • Bingo: bir hamlede rafındaki bütün taşları kullanan { $points } puan daha kazanır ({ $tiles } taştan az olsa da).

## Oyunun sonu
rules-out-transfer = • Torba boşken elindeki taşları bitiren, oyunu da bitirir: diğerlerinin raflarında kalan puanlar onlardan düşülür, ona eklenir.
rules-out-double = • Torba boşken elindeki taşları bitiren, oyunu da bitirir: diğerlerinin raflarında kalan puanların iki katını kazanır.
rules-run-passes = • Arka arkaya { $turns } pas oyunu bitirir, bunun için herkesin en az bir kez pas geçmiş olması gerekir.
rules-run-passes-each = • Herkes arka arkaya { $per_player } kez pas geçerse oyun biter.
rules-run-scoreless = • Arka arkaya { $turns } puansız tur (pas, taş değiştirme, geçersiz hamle, kaybedilen tur) oyunu bitirir. Bunun için her oyuncunun en az { $per_player } puansız turu olmalıdır.
rules-own-rack = Bu durumda herkes kendi rafında kalan puanı kaybeder.
rules-no-rack = Bu durumda raflarda kalanlar hesaba katılmaz.
rules-time = • Herkesin süresi dolunca oyun biter.
rules-winner = • Puanı en yüksek olan kazanır, puanlar eşitse oyun berabere biter.
rules-surrender-pair = • Pes eden ({ COMMAND("surrender") }), puanı ne olursa olsun kaybeder.
rules-surrender = • Pes eden ({ COMMAND("surrender") }), puanı ne olursa olsun sonuncu olur, elindekiler kenara ayrılır. Diğerleri oyunu sürdürür, sona kalan kazanır.
rules-draws = • Beraberlik önerebilirsiniz ({ COMMAND("draw") }). Herkes kabul ederse oyun biter.

## Klepka
rules-klepka-head = <b>{ $game }</b>: { $players } oyuncu, { $cards } kapalı kart, bunların { $rewards } tanesi ödül kartı.
rules-klepka-turn = • Sıranız gelince önce kendi kartlarınızla istediğiniz kadar kelime kurabilirsiniz. Sonra 2 kart, kurduğunuz her kelime için de 2 kart daha açarsınız.
rules-klepka-pairs = • Açılan kartlardan eş harfler (renkleri ne olursa olsun) ve bütün ödül kartları sizin olur. Diğerleri kısa bir süre görünür, sonra yeniden kapanır.
rules-klepka-again = • Eş harf bulursanız 2 kart daha açabilir, buldukça sürdürebilir ya da bırakabilirsiniz ({ COMMAND("pass") }). Ödül kartları eş sayılmaz.
rules-klepka-overrun = Süresi biten bölüm kapanır: kelimelerin süresi bitince kart açılır, kartlarınki bitince sıra geçer.
rules-klepka-forms = • Kelimeler Ukraynacadır, çekimli biçimler de geçerlidir.
rules-klepka-nouns = • Kelimeler Ukraynacadır, yalnızca tekil adlar geçerlidir.
rules-klepka-words = • Bir kelimede en az iki harf ve en az bir harf kartı bulunmalıdır. Kullanılan kartlar oyundan çıkar.
rules-klepka-repeats-allowed = • Aynı kelime yeniden kurulabilir.
rules-klepka-repeats-forbidden = • Her kelime oyun boyunca yalnızca bir kez kurulabilir.
rules-klepka-points = • Kelime, harf kartlarının toplam puanını kazandırır.
rules-klepka-double-colour = • Harf kartlarının hepsi aynı renkteyse kelime iki kat sayılır.
rules-klepka-double-off = • Renklerin önemi yoktur.
rules-klepka-double-host = • Renklerin önemi yoktur. Hangi kelimenin iki kat sayılacağına kurucu karar verir: kelimenin kurulduğu turda ya da bir sonrakinde resmin altındaki ×2 düğmesine dokunur.
rules-klepka-polysemy = • 🃏 Polisemi tek bir harfin yerine, o harfin kelimede geçtiği her yerde kullanılır: м[о]л[о]к[о]. Puanı 0’dır, rengi yoktur.
rules-klepka-exchange = • 🔄 Takas, bir kartınızı başka bir oyuncunun bir kartıyla değiştirir.
rules-klepka-chaos = • 🌀 Kaos, masadaki kapalı kartları karıştırır.
rules-klepka-rewards = • Her ödül kartı bir kez kullanılır. Takas ve kaos her zaman, başkasının sırasında da oynanabilir.
rules-klepka-end = • Masada kart kalmayınca ve artık kimse kelime kurmayınca (herkes arka arkaya pas geçince) oyun biter. Elde kalan her kart 1 puandır.
rules-klepka-win = • <b>{ $win }</b> sözünü kuran, puanlar ne olursa olsun hemen kazanır.
