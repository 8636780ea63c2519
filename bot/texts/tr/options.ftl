## Açık masanın seçenekleri
button-alter = ⚙️ Seçenekler
alter-done = ✕ Kapat
alter-back = ‹ Geri
alter-menu = ⚙️ <b>{ $game }</b>: nasıl oynamak istersiniz?
alter-more = ⚙️ <b>{ $game }</b>: neyi değiştirmek istersiniz?
alter-group = ⚙️ <b>{ $game }</b> · { $group }: değiştirmek istediğiniz seçeneğe dokunun.
button-more-options = Daha fazla …
option-preset = Hazır ayar
option-group-time = ⏱ Süre
option-group-words = 📖 Kelimeler
option-group-help = 💡 Yardım
option-group-board = 🎲 Taşlar ve puanlar
preset-relaxed = ☕ Rahat
preset-fast = ⚡ Hızlı
preset-tournament = 🏆 Turnuva
preset-learning = 🎓 Öğrenme
preset-line = <b>{ $preset }</b>: { $about }
preset-about-relaxed = { $undo ->
        [yes] oyunun her zamanki kuralları, hamle 30 saniye içinde geri alınabilir
       *[no] oyunun her zamanki kuralları
    }
preset-about-fast = oyunun kuralları, { $clock }
preset-about-tournament = { $clock }, kelimelere itiraz edilir, nereye sığdıkları gösterilmez
preset-about-learning = { $undo ->
        [yes] ipuçları ücretsiz, hamle bir dakika içinde geri alınabilir, bilgisayara karşı oyunlarda hamlelerinizi değerlendiririm
       *[no] ipuçları ücretsiz, bilgisayara karşı oyunlarda hamlelerinizi değerlendiririm
    }
alter-option =
    <b>{ $option }</b>
    { $about }
lobby-altered = ⚙️ Masa açıldıktan sonra değişenler: { $options }
about-option-bag = Torbada hangi taşlar olsun?
about-option-challenge = Sözlükte olmayan kelime hiç kabul edilmesin mi, yoksa oyuncular mı itiraz etsin? Haksız itirazın bedeli ne olsun?
about-option-challenge-per = İtiraz puanı her itiraz için mi, itiraz edilen her kelime için mi sayılsın?
about-option-challenge-to = Haksız itirazda hamlenin sahibi mi puan kazansın, itiraz eden mi puan kaybetsin?
about-option-window = Bir hamleye ne kadar süre itiraz edilebilsin?
about-option-clock = Hamle ya da oyuncu başına ne kadar süre olsun?
about-option-out = Taşlarını bitiren, diğerlerinin elinde kalan puanları aynen mi alsın, iki katını mı?
about-option-bingo = Bingo puanı yedi taş için mi verilsin, raftaki bütün taşlar için mi?
about-option-four-word = 4W hücresi hangi kelimeyi dörde katlasın?
about-option-ex = EX hücresine taş konunca bir taş torbayla mı, bir rakiple mi değişsin, yoksa hiç değişmesin mi?
about-option-exchange-least = Taş değiştirmek için torbada en az kaç taş olmalı?
about-option-centre = Ortadaki hücre ilk kelimenin puanını ikiye katlasın mı?
about-option-dictionary = Kelimelere hangi sözlükten bakılsın?
about-option-chat-words = Bu sohbetin eklediği ve çıkardığı kelimeler hesaba katılsın mı?
about-option-places = Yalnızca kelime yazılınca konabileceği yerler gösterilsin mi?
about-option-deck = Kaç kartla oynansın?
about-option-words = Kelimelerin bütün biçimleri mi geçerli olsun, yalnızca tekil adlar mı?
about-option-repeats = Aynı kelime bir oyunda yeniden kurulabilsin mi?
about-option-double = Hangi kelimeler iki kat puan getirsin?
about-option-skip-after = Saatsiz masada, oynamayanın sırası ne kadar sonra atlanabilsin?
about-option-allowance = Saatsiz masada, üç gün oynamayanın sırası kendiliğinden atlansın mı?
about-option-take-back = Bir hamle ne kadar süre geri alınabilsin? Taşlar ancak o süre dolunca çekilir.
about-option-hints = Oyuncular en iyi hamle için ipucu isteyebilsin mi? Ücretliyse her adım oyunun sonunda puan düşürür.

# Terk edilen masa
lobby-abandoned = ⌛ { $hours } saat gelen giden olmadı, masa kapandı. Yeni masa için { COMMAND("new") } yazın.

# Ne zaman başlanacağı
option-start = Başlama
value-start-asked = biri başlatınca
value-start-full = masa dolunca
about-option-start = Oyun, son yer dolunca kendiliğinden başlasın mı? Masada oturan herkes oyunu daha önce de başlatabilir.
refusal-not-host = Bunu yalnızca masanın kurucusu ya da bir yönetici yapabilir.
refusal-full-already = Masa zaten dolu, oyunu { COMMAND("begin") } ile başlatın.

# Davetliler için ayrılan yerler
invited = ✉️ { $name } için { $hours } saatliğine yer ayrıldı: masanın mesajındaki düğmeyle ya da { COMMAND("join") } ile oturabilir.
invited-several = ✉️ { $names } için { $hours } saatliğine yer ayrıldı: masanın mesajındaki düğmelerle ya da { COMMAND("join") } ile oturabilirler.
invited-not = ✖️ { $name } için yer ayrılmadı. { $why }
lobby-invited = ✉️ Yer ayrılanlar: { $names }. { $hours } saat içinde düğmeyle ya da { COMMAND("join") } ile oturmayanın yeri boşalır.
lobby-kept = davetli
button-invited-yes = ✅ { $name }: geliyorum
button-invited-no = ❌ Yeri boşalt
invitation-declined = Size ayrılan yer boşaldı.
invitation-withdrawn = Yer boşaldı.
refusal-whom-to-invite = Kimi davet ettiğinizi anlamadım: { COMMAND("invite") } @kullanıcıadı yazın ya da bir mesajını { COMMAND("invite") } diye yanıtlayın. Birden çok kişiyi yan yana yazabilirsiniz, en çok on kişi.
refusal-seats-kept = Boş yerler davetlilere ayrıldı. Biri vazgeçerse ya da süresi dolarsa yer boşalır.
refusal-invited-is-seated = Bu kişi zaten masada oturuyor.
refusal-invited-already = Bu kişi için zaten yer ayrıldı. Geri almak için masanın mesajında “{ button-invited-no }” düğmesine dokunun.
refusal-invited-is-bot = Botlar davet edilemez.
refusal-invited-is-banned = Bu kişi yasaklı, davet edilemez.
refusal-invited-is-away = Bu kişi bu grupta değil.
refusal-invitation-over = Bu yer artık kimseye ayrılmış değil.
refusal-not-invited = Bu yer sizin için ayrılmadı.

## Yeni masanın açılması
lobby-rotated = 🔁 Rövanş: aynı oyuncular oturursa sıra bir kayar, { $name } başlar.
button-table-alert = 🔔 Sonrakini haber ver
table-alert-offer = 🔔 Burada bir sonraki masa açılınca sizi bir kez etiketleyebilirim. Açmak ya da kapatmak için düğmeye dokunun.
table-alert-on = 🔔 Burada bir sonraki masa açılınca size bir kez haber vereceğim. Vazgeçmek için yeniden dokunun.
table-alert-off = Tamam, yeni masa açılınca size haber vermeyeceğim.
lobby-called = 🔔 Haber isteyenler: { $names }
refusal-bell-full = Burada haber bekleyen zaten { $most } kişi var. Bir masa açıldıktan sonra yeniden deneyin.
button-there = 👥 Grubu seç
there-group = Masayı hangi grupta açalım? Aşağıdaki düğmeyle ikimizin de üyesi olduğu bir grup seçin.
there-chosen = Masa <b>{ $group }</b> grubunda açılacak.
there-wanted = 🎲 Oyun: <b>{ $game }</b>
button-open-there = 🎲 Masayı aç
there-opening = 🎲 { $game }: masa açıldı.
there-opened = 🎲 <b>{ $group }</b> grubunda masanız açık ({ $game }). Seçeneklerini orada ⚙️ ile değiştirebilirsiniz.
refusal-not-there = Bunun için ikimizin de o grupta olması gerekir.
refusal-lobby-open-there = O grupta zaten açık bir masa var. Oraya gidip oturabilirsiniz.
refusal-game-running-there = O grupta zaten bir oyun sürüyor, önce onun bitmesi gerek.

## Bilgisayar oyuncular
button-computer = 🤖 Bilgisayar
button-stand-in = 🤖 Bilgisayar devralsın
button-play-alone = 🤖 Burada, bilgisayara karşı
computer-name = 🤖 { $level }
computer-another = 🤖 { $level } { $number }
level-acemi = Acemi
level-kolay = Kolay
level-orta = Orta
level-iyi = İyi
level-usta = Usta
computer-which = 🤖 Masaya hangi seviyede bir bilgisayar otursun? Adının yanındaki ✖ ile kaldırabilirsiniz.
computer-seated = { $name } masaya oturdu.
computer-alone = 🤖 Burada bilgisayara karşı oynayacaksınız. Önce seviyesini, sonra oyunu seçin.
computer-alone-level = Bilgisayarın seviyesini seçin.
refusal-computers-forbidden = Bu grupta bilgisayar oyuncular kapalı. Yöneticiler { COMMAND("settings") } ile açabilir.
refusal-no-computers = Bilgisayar bu oyunu oynayamıyor.
refusal-no-draws-with-computers = Bilgisayar beraberlik kabul etmez. Oyunu bitirmek için oynayın ya da pes edin.
refusal-no-such-computer = O bilgisayar artık masada değil.
refusal-nobody-sought = Bilgisayar masaya oyun başlamadan oturur. Süren bir oyunda birinin yerine geçmesi için önce { COMMAND("replace") } yazın.
refusal-unknown-level = “{ $typed }” diye bir seviye yok. Seviyeler: { TYPED("levels.acemi") }, { TYPED("levels.kolay") }, { TYPED("levels.orta") }, { TYPED("levels.iyi") }, { TYPED("levels.usta") }.
there-alone = Ya da kimseyi beklemeden, burada bilgisayara karşı oynayın.
this-chat = bu sohbet
