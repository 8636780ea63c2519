## Açık masanın seçenekleri
button-alter = ⚙️ Seçenekler
alter-done = ✕ Kapat
alter-back = ‹ Geri
alter-menu = ⚙️ <b>{ $game }</b>: değiştirmek istediğiniz seçeneğe dokunun.
alter-option =
    <b>{ $option }</b>
    { $about }
lobby-altered = ⚙️ Masa açıldıktan sonra değişenler: { $options }
about-option-bag = Torbada hangi taşların bulunduğu.
about-option-challenge = Sözlükte olmayan kelimeye ne olacağı: hiç kabul edilmemesi ya da oyuncuların itiraz etmesi ve haksız itirazın bedeli.
about-option-challenge-per = Puanlı itirazın her itiraza mı, itiraz edilen her kelimeye mi sayılacağı.
about-option-challenge-to = Haksız itirazda puanı hamlenin sahibinin mi kazanacağı, itiraz edenin mi kaybedeceği.
about-option-window = Bir hamleye ne kadar süreyle itiraz edilebileceği.
about-option-clock = Hamle başına ya da oyuncu başına ne kadar süre olduğu.
about-option-out = Taşlarını bitiren oyuncunun, ötekilerin elinde kalan puanları bir kat mı iki kat mı alacağı.
about-option-bingo = Bingo ödülünün yedi taşla mı, raftaki taşların hepsiyle mi kazanılacağı.
about-option-four-word = 4W hücresinin hangi kelimeyi dört katına çıkaracağı.
about-option-ex = EX hücresine konan taşın torbayla mı, bir rakiple mi değişeceği; istenirse hiç değişmez.
about-option-exchange-least = Taş değiştirebilmek için torbada en az kaç taş bulunması gerektiği.
about-option-centre = Ortadaki hücrenin ilk kelimenin puanını ikiye katlayıp katlamayacağı.
about-option-dictionary = Kelimelere hangi sözlüğün baktığı.
about-option-chat-words = Bu sohbetin eklediği ve çıkardığı kelimelerin sayılıp sayılmayacağı.
about-option-places = Yalnızca kelimesini yazana, kelimenin konabileceği yerlerin gösterilip gösterilmeyeceği.
about-option-preview = Denenen hamlede kelimelerin geçerli olup olmadığının söylenip söylenmeyeceği.
about-option-deck = Kaç kartla oynanacağı.
about-option-words = Kelimelerin her biçiminin mi, yalnızca isimlerin mi geçerli olduğu.
about-option-repeats = Aynı kelimenin bir oyunda yeniden kurulup kurulamayacağı.
about-option-double = Hangi kelimelerin iki kat puan getirdiği.
about-option-skip-after = Saatsiz masada, oynamayan oyuncunun sırasının ne kadar sonra atlanabileceği.
about-option-allowance = Saatsiz masada üç gün oynamayanın sırasının kendiliğinden atlanıp atlanmayacağı.
about-option-take-back = Bir hamlenin kaç saniye içinde geri alınabileceği; o sürede taş çekilmez.

# Terk edilen masa
lobby-abandoned = ⌛ { $hours } saat boyunca gelen giden olmadığı için masa kapandı. Yenisini açmak için { COMMAND("new") } yazın.

# Ne zaman başlanacağı
option-start = Başlama
value-start-asked = biri başlatınca
value-start-full = masa dolunca
about-option-start = Oyunun, son boş yer dolunca kendiliğinden mi başlayacağı; oturan biri onu daha önce de başlatabilir.
refusal-full-already = Masa zaten dolu; oyunu { COMMAND("begin") } ile başlatın.

# Davetliler için ayrılan yerler
invited = ✉️ { $name } için { $hours } saat yer ayrıldı: masanın mesajındaki düğmeyle ya da { COMMAND("join") } ile oturabilir.
invited-several = ✉️ { $names } için { $hours } saat yer ayrıldı: masanın mesajındaki düğmelerle ya da { COMMAND("join") } ile oturabilirler.
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
refusal-invited-already = Bu kişi için zaten yer ayrıldı; geri almak için masanın mesajında “{ button-invited-no }” düğmesine basın.
refusal-invited-is-bot = Botlar davet edilemez.
refusal-invited-is-banned = Bu kişi yasaklı; davet edilemez.
refusal-invited-is-away = Bu kişi bu grupta değil.
refusal-invitation-over = Bu yer artık ayrılmış değil.
refusal-not-invited = Bu yer sizin için ayrılmadı.

## Yeni masanın açılması
lobby-rotated = 🔁 Rövanş: Aynı oyuncular oturursa sıra bir kayar, { $name } başlar.
button-bell = 🔔 Sonrakini haber ver
bell-on = 🔔 Burada bir sonraki masa açılınca size bir kez haber vereceğim. Vazgeçmek için yeniden { COMMAND("ping") } yazın.
bell-off = Tamam, yeni masa açılınca size haber vermeyeceğim.
lobby-called = 🔔 Haber isteyenler: { $names }
refusal-bell-full = Burada haber bekleyen zaten { $most } kişi var. Bir masa açıldıktan sonra yeniden deneyin.
button-there = 👥 Grubu seç
there-group = Masayı hangi grupta açalım? Aşağıdaki düğmeyle sizin de benim de üyesi olduğumuz bir grup seçin.
there-chosen = Masa <b>{ $group }</b> grubunda açılacak.
there-wanted = 🎲 Oyun: <b>{ $game }</b>
button-open-there = 🎲 Masayı aç
there-opening = 🎲 { $game }: masa açıldı.
there-opened = 🎲 <b>{ $group }</b> grubunda masanız açık ({ $game }). Seçeneklerini orada ⚙️ ile değiştirebilirsiniz.
refusal-not-there = Bunun için hem sizin hem benim o grupta olmamız gerekir.
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
computer-which = 🤖 Masaya hangi seviyede bir bilgisayar otursun? Adının yanındaki ✖ ile kaldırırsınız.
computer-seated = { $name } masaya oturdu.
computer-alone = 🤖 Bilgisayara karşı, bu sohbette. Önce ne kadar güçlü olsun, sonra hangi oyun?
refusal-computers-forbidden = Bu grupta bilgisayar oyuncular kapalı. Yöneticiler { COMMAND("settings") } ile açabilir.
refusal-no-computers = Bu oyunu bilgisayar oynamıyor.
refusal-no-draws-with-computers = Bilgisayar beraberlik kabul etmez; oyunu bitirmek için oynayın ya da teslim olun.
refusal-no-such-computer = O bilgisayar artık masada değil.
refusal-nobody-sought = Bilgisayar masaya oyun başlamadan oturur. Süren bir oyunda bir oyuncunun yerine geçmesi için önce { COMMAND("replace") } yazın.
refusal-unknown-level = “{ $typed }” diye bir seviye yok. Seviyeler: { TYPED("levels.acemi") }, { TYPED("levels.kolay") }, { TYPED("levels.orta") }, { TYPED("levels.iyi") }, { TYPED("levels.usta") }.
there-alone = Ya da kimseyi beklemeden, burada bilgisayara karşı oynayın.
this-chat = bu sohbet
