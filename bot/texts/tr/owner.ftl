## Yasaklar ve bakım, herkesin gördüğü
refusal-banned = Bu botu kullanmanız yasaklandı, komutlarınıza yanıt veremem.
refusal-banned-chat = Bu sohbette botun kullanılması yasaklandı, buradaki komutlara yanıt veremem.
refusal-banned-chat-private = O grupta botun kullanılması yasaklandı, oradaki masada bir şey yapılamıyor.
refusal-maintenance = 🛠 Bakım var, şimdilik yeni oyun açılamıyor. Süren oyunlar devam ediyor.
refusal-maintenance-minutes = 🛠 Bakım var: yeni oyunlar yaklaşık { $minutes } dakika sonra açılabilecek. Süren oyunlar devam ediyor.
refusal-maintenance-hours = 🛠 Bakım var: yeni oyunlar yaklaşık { $hours } saat sonra açılabilecek. Süren oyunlar devam ediyor.

## Durum
owner-status-workers =
    <b>Harfiyen { $version }</b>
    Çalışan süreç: { $workers } · Çalışma süresi: { $uptime }
    Bellek: { $memory } MiB · Son bir saatte Telegram “yavaşla” dedi: { $held } kez
owner-status-chats = Gruplar: { $groups } · Özel sohbetler: { $people }
owner-status-games = Süren oyunlar: { $games } · Son bir saatteki hamleler: { $moves }
owner-status-queues = Bekleyen güncelleme: { $inbox } (en eskisi { $waited }) · Bekleyen bildirim: { $outbox } (en eskisi { $kept })
owner-status-dead = İşlenemeyip kenara ayrılanlar: { $count }
owner-status-redis = Redis: { $milliseconds } ms · { $memory } MiB
owner-status-closed = 🛠 Bakım var: yeni oyun açılmıyor.

## Bakım
owner-maintenance-off = Yeni oyunlar açılabiliyor. Bakım başlasın mı? Süren oyunlar devam eder.
owner-maintenance-on = 🛠 Bakım var: yeni oyun açılmıyor, süren oyunlar devam ediyor. Siz bitirene kadar sürer.
owner-maintenance-until = 🛠 Bakım var: yeni oyun açılmıyor, süren oyunlar devam ediyor. Bitmesine { $time } kaldı.
owner-maintenance-how = “{ $typed }” bir süre değil. 45 dk ya da 2 sa gibi yazın, en çok yedi gün olabilir.
owner-button-close = 🛠 Ben bitirene kadar
owner-button-reopen = ✅ Bakımı bitir

## Yasaklar
owner-banned = 🚫 { $who } yasaklandı. Bunu ona günde en çok bir kez söylerim. Başkalarının oyunları sürer.
owner-banned-chat = 🚫 { $who } sohbeti yasaklandı. Bunu orada günde en çok bir kez söylerim.
owner-banned-before = { $who } zaten yasaklı.
owner-unbanned = ✅ { $who } için yasak kalktı.
owner-not-banned = { $who } yasaklı değil.
owner-ban-owner = Botun sahipleri yasaklanamaz.
owner-author-hidden = Bu mesajı yazan kişi kim olduğunu gizliyor. ID’sini ya da @adını yazın.
owner-name-unknown = { $name } adını hiç görmedim. ID’sini yazın ya da bir mesajını bana iletip o mesajı yanıtlayın.
owner-nobody-named = “{ $typed }” bir ID ya da @ad değil.
owner-bans = Yasaklılar: { $count }
owner-bans-none = Yasaklı kimse yok.
owner-ban-line = { $who } · { $time } önce
owner-ban-how = Yasaklamak için { $ban } komutundan sonra bir ID ya da @ad yazın. Komutu bana ilettiğiniz bir mesaja yanıt olarak da yazabilirsiniz. Grupların ID’leri eksi ile başlar.

## Duyurular
owner-broadcast-how = Duyuruyu komutun ardından yazın: { $command } Bu gece kısa bir bakım yapılacak.
owner-broadcast-ask = ⬆️ Duyuru böyle görünecek. Kime gönderilsin?
owner-broadcast-busy = Başka bir duyuru gönderiliyor. Önce onun bitmesi gerek.
owner-broadcast-stale = Bu duyuru artık gönderilemez. Komutu yeniden yazın.
owner-broadcast-dropped = Duyuru gönderilmedi.
owner-broadcast-begins = 📣 { $bar } Duyuru gönderiliyor…
owner-broadcast-goes = 📣 { $bar } { $done } / { $total } · ulaşılamayan: { $missed }
owner-broadcast-stops = Duyuru durduruluyor.
owner-broadcast-over = 📣 Duyuru bitti: { $total } sohbetten { $told } tanesine ulaştı. Ulaşmayan ya da bilinmeyen: { $missed }.
owner-broadcast-stopped = ⏹ Duyuru durduruldu: { $total } sohbetten { $told } tanesine ulaştı. Kalan: { $missed }.
owner-broadcast-missed = Duyurunun ulaşmadığı, ulaştığı kesin olmayan ya da hiç denenmeyen sohbetler. Hiçbiri yeniden denenmez.
owner-button-groups = 👥 Gruplara ({ $count })
owner-button-people = 👤 Özel sohbetlere ({ $count })
owner-button-all = 🌍 Herkese ({ $count })
owner-button-drop = ✖️ Vazgeç
owner-button-stop = ⏹ Durdur
owner-missed-gone = bot orada değil ya da engellendi
owner-missed-refused = Telegram kabul etmedi
owner-missed-unknown = ulaşıp ulaşmadığı bilinmiyor
owner-missed-untried = denenmedi
owner-missed-banned = duyuru sürerken yasaklandı

## Uyarılar
owner-alert-dead = ⚠️ { $count } güncelleme ya da bildirim işlenemedi ve kenara ayrıldı. Nedenleri: <code>harfiyen inbox</code>
owner-alert-inbox = ⚠️ Güncellemeler bekliyor: { $count }, en eskisi { $time } önce gelmiş. Neyin ters gittiği günlükte yazıyor.
owner-alert-outbox = ⚠️ Bildirimler bekliyor: { $count }, en eskisi { $time } önce gelmiş. Telegram’a ulaşılıp ulaşılmadığı günlükte yazıyor.
owner-alert-limits = ⚠️ Telegram son bir saatte { $count } kez yavaşlamamı istedi.
owner-alert-redis = ⚠️ Redis yanıt vermiyor, oyunlar duruyor.
owner-alert-redis-refuses = ⚠️ Redis hiçbir şey kaydetmiyor, oyunlar duruyor: <code>{ $reason }</code>
owner-alert-updates = ⚠️ Yazılanlar bana ulaşmıyor, saatler durdu: <code>{ $reason }</code>
owner-account = 🛠 Telegram’daki hesabımı ayarladım: { $settings }. @BotFather’da değiştirdiğiniz olursa öyle kalır.
owner-account-inline = inline mod açık
owner-account-feedback = seçilen inline sonuçlar bildiriliyor
owner-account-groups = gruplara eklenebiliyorum
owner-well = ✅ Düzeldi: { $what }.
owner-well-redis = ✅ Redis yeniden çalışıyor (kesinti: { $time }).
owner-well-telegram = ✅ Telegram yeniden yanıt veriyor (kesinti: { $time }). Bu sürede saatler durdu.
owner-well-updates = ✅ Yazılanlar bana yeniden ulaşıyor (kesinti: { $time }). Bu sürede saatler durdu.
owner-trouble-inbox = güncellemeler artık birikmiyor
owner-trouble-outbox = bildirimler artık birikmiyor
owner-trouble-limits = Telegram artık yavaşlamamı istemiyor
