## Kurallar
rules-which = Hangi oyunun kuralları? Örneğin: /kurallar kelimelik. Oyunlar: { $games }
rules-head = <b>{ $game }</b>: { $players } oyuncu, { $columns }×{ $rows } tahta, { $tiles } taş ({ $blanks } joker), rafta { $rack } taş.
rules-part-board = Tahta
rules-part-turn = Sıra
rules-part-words = Kelimeler
rules-part-challenges = Kelimeler ve itiraz
rules-part-scores = Puanlar
rules-part-rewards = Ödül kartları
rules-part-end = Oyunun sonu

## Tahta
rules-placing = • İlk kelime ortadaki yıldızdan geçer, sonrakiler tahtadaki harflere değer. Taşlar tek bir satırda ya da sütunda boşluk bırakmadan dizilir; kelimeler soldan sağa ya da yukarıdan aşağıya okunur.
rules-premiums = • Renkli hücreler bir harfi ya da bütün kelimeyi 2 ya da 3 katına çıkarır, yalnız üstlerine taş konan hamlede.
rules-centre-double = • Ortadaki yıldız ilk kelimenin puanını ikiye katlar.
rules-centre-plain = • Ortadaki yıldız puanı artırmaz.
rules-cell = • Bonus hücresini ilk kaplayan hamle { $points } puan daha alır.
rules-four-clockwise = • 4W hücresi (ok), oradan okun gösterdiği yöne uzanan kelimeyi dörde katlar; kelimenin ilk ya da son harfi o hücrede olmalıdır. Oklar tahtanın çevresini saat yönünde dolaşır.
rules-four-endpoint = • 4W hücreleri orada başlayan ya da biten kelimeyi dörde katlar.
rules-four-any = • 4W hücreleri üzerinden geçen her kelimeyi dörde katlar.
rules-ex-bag = • EX hücresini kaplayan, rastgele bir rakibin rastgele bir taşını torbadan değiştirtir (torbada en az { $least } taş varken).
rules-ex-swap = • EX hücresini kaplayan, rastgele bir rakiple rastgele birer taş değişir (torbada en az { $least } taş varken).
rules-ex-off = • EX hücreleri bu masada etkisizdir.

## Sıra
rules-order-draw = • Başlamak için herkes bir taş çeker. A’ya en yakın harf başlar, joker A’dan da önce gelir; oyun sırası da bu harflere göredir. Eşit kalanlar yeniden çeker.
rules-order-random = • Oyuna kimin başlayacağı kurayla belirlenir.
rules-turn = • Sırası gelen bir kelime koyar, taş değiştirir ya da pas geçer. Kelimeden sonra raf, torbada taş oldukça { $rack } taşa tamamlanır.
rules-exchange = • Taş değiştirmek turu harcar; torbada en az { $least } taş olmalıdır.
rules-exchange-limit = Bir oyuncu oyun boyunca en çok { $most } kez değiştirebilir.
rules-clock = • Süre: { $clock }.
rules-overtime = Aşılan her dakika (başlamışsa tam sayılır) { $points } puan götürür; { $minutes } dakikadan çok aşan oyunu kaybeder.
rules-overrun-pass = Süresi dolan pas geçmiş sayılır.
rules-overrun-forfeit = Süresi dolan oyunu kaybeder.
rules-overrun-pass-then-forfeit = Süresi dolan pas geçmiş sayılır; art arda ikincide oyunu kaybeder.
rules-overrun-retire = Süresi dolan artık oynamaz, puanı kalır.

## Kelimeler ve itiraz
rules-blank = • Joker istediğiniz harfin yerine geçer; o harf oyun boyunca değişmez.
rules-judging-void = • Oluşan her kelime sözlükte olmalıdır. Yoksa hamle kabul edilmez; bir şey kaybetmeden yeniden denersiniz.
rules-challenge = • Kelimeler konurken denetlenmez; itiraz edilmeyen hamle geçerlidir. Sıradaki oyuncu oynayana kadar, en çok { $time } içinde, ötekiler /itiraz edebilir: oluşan kelimelerden biri bile sözlükte yoksa taşlar rafa döner ve tur yanar. Yeni taşlar ancak bundan sonra çekilir.
rules-look-ups = • Oyun boyunca oyuncular sözlüğe bakmaz.
rules-judging-single = • Haksız itirazın bedeli yoktur.
rules-judging-double = • Haksız itiraz eden bir sıra kaybeder.
rules-judging-wordpoints = • Haksız itiraz eden, itiraz ettiği kelimelerin o hamledeki puanını kaybeder.
rules-judging-points-mover-challenge = • Haksız itirazda hamlenin sahibi { $points } puan kazanır.
rules-judging-points-mover-word = • Haksız itirazda hamlenin sahibi itiraz edilen her kelime için { $points } puan kazanır.
rules-judging-points-challenger-challenge = • Haksız itiraz eden { $points } puan kaybeder.
rules-judging-points-challenger-word = • Haksız itiraz eden her kelime için { $points } puan kaybeder.
rules-chat-words = • Sohbetin ekledikleri (/kelimeekle) geçerli, çıkardıkları (/kelimesil) geçersizdir; oyun başladıktan sonraki değişiklikler bir sonraki oyun içindir.
rules-list-alone = • Yalnız sözlük geçerlidir: sohbetin eklediği ya da çıkardığı kelimeler hesaba katılmaz.

## Puanlar
rules-points = • Oluşan her kelime taşlarının puanını getirir. Joker 0 puandır.
rules-colours = • Taşın rengi puanını gösterir: { $colours }.
rules-colour-yellow = sarı
rules-colour-green = yeşil
rules-colour-blue = mavi
rules-colour-red = kırmızı
rules-bingo = • Bir hamlede { $tiles } taşın hepsini kullanan { $points } puan daha alır.
rules-bingo-whole = • Bir hamlede rafındaki bütün taşları kullanan { $points } puan daha alır ({ $tiles } taştan az olsa da).

## Oyunun sonu
rules-out-transfer = • Torba boşken taşlarını bitiren oyunu bitirir: ötekilerin rafında kalan puanları alır, bu puanlar onlardan düşülür.
rules-out-double = • Torba boşken taşlarını bitiren oyunu bitirir: ötekilerin rafında kalan puanların iki katını alır.
rules-run-passes = • Arka arkaya { $turns } pas oyunu bitirir.
rules-run-passes-each = • Herkes arka arkaya { $per_player } kez pas geçerse oyun biter.
rules-run-scoreless = • Arka arkaya { $turns } puansız tur (pas, taş değiştirme, geri alınan hamle, yanan sıra) oyunu bitirir; oyuncu başına en az { $per_player } tur gerekir.
rules-own-rack = O durumda herkes rafında kalan puanı kaybeder.
rules-no-rack = O durumda raflar hesaba katılmaz.
rules-time = • Herkesin süresi dolunca oyun biter.
rules-winner = • En yüksek puan kazanır; eşitlik beraberliktir.
rules-surrender-pair = • Teslim olan (/teslim), puanı ne olursa olsun kaybeder.
rules-surrender = • Teslim olan (/teslim), puanı ne olursa olsun sonuncu olur ve elindekiler kenara ayrılır; ötekiler oyunu sürdürür, tek kalan kazanır.
rules-draws = • Beraberlik önerilebilir (/berabere); herkes kabul ederse oyun biter.

## Klepka
rules-klepka-head = <b>{ $game }</b>: { $players } oyuncu, { $cards } kapalı kart; { $rewards } tanesi ödül kartı.
rules-klepka-turn = • Sıranız gelince önce kendi kartlarınızla istediğiniz kadar kelime kurabilirsiniz. Sonra 2 kart, kurduğunuz her kelime için 2 kart daha açarsınız.
rules-klepka-pairs = • Açılanlardan aynı harfin çiftleri (rengi ne olursa olsun) ve bütün ödül kartları sizin olur; ötekiler kısa bir süre görünür, sonra yeniden kapanır.
rules-klepka-again = • Harf çifti bulduysanız 2 kart daha açabilir ya da bırakabilirsiniz (/pas); buldukça sürer. Ödül kartları çift sayılmaz.
rules-klepka-overrun = Süresi biten bölüm kapanır: kelimelerden sonra kart açılır, ondan sonra sıra geçer.
rules-klepka-forms = • Kelimeler Ukraynacadır; çekimli biçimler de geçerlidir.
rules-klepka-nouns = • Kelimeler Ukraynacadır; yalnız tekil adlar geçerlidir.
rules-klepka-words = • Kelime en az iki harflidir ve en az bir harf kartı ister. Kullanılan kartlar oyundan çıkar.
rules-klepka-repeats-allowed = • Aynı kelime yeniden kurulabilir.
rules-klepka-repeats-forbidden = • Bir kelime oyunda yalnız bir kez kurulabilir.
rules-klepka-points = • Kelime, harf kartlarının puanlarının toplamını getirir.
rules-klepka-double-colour = • Harf kartlarının hepsi tek renkse kelime iki kat sayılır.
rules-klepka-double-off = • Renklerin önemi yoktur.
rules-klepka-double-host = • Renklerin önemi yoktur. Hangi kelimenin iki kat sayılacağına masayı kuran karar verir: kelimenin kurulduğu turda ya da ondan sonraki turda resmin altındaki ×2 düğmesine basar.
rules-klepka-polysemy = • 🃏 Polisemi tek bir harfin yerine geçer, o harf kelimede kaç kez varsa hepsinin: м[о]л[о]к[о]. Puanı 0’dır, rengi sayılmaz.
rules-klepka-exchange = • 🔄 Takas, bir kartınızı başka bir oyuncunun kartıyla değiştirir.
rules-klepka-chaos = • 🌀 Kaos, masadaki kapalı kartları karıştırır.
rules-klepka-rewards = • Her ödül kartı bir kez kullanılır. Takas ve kaos başkasının sırasında da oynanır.
rules-klepka-end = • Masa boşalıp artık kimse kelime kurmayınca (herkes art arda pas geçince) oyun biter. Elde kalan her kart 1 puandır.
rules-klepka-win = • <b>{ $win }</b> kuran, puanlara bakılmadan hemen kazanır.
