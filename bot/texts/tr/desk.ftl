## Yasaklar ve bakım, herkesin gördüğü
refusal-banned = Bu botu kullanmanız yasaklandı, komutlarınıza yanıt veremem.
refusal-banned-chat = Bu sohbette botun kullanılması yasaklandı, buradaki komutlara yanıt veremem.
refusal-banned-chat-private = O grupta botun kullanılması yasaklandı, oradaki masada bir şey yapılamıyor.
refusal-maintenance = 🛠 Bakım var, şimdilik yeni oyun açılamıyor. Süren oyunlar devam ediyor.
refusal-maintenance-minutes = 🛠 Bakım var: yeni oyunlar yaklaşık { $minutes } dakika sonra açılabilecek. Süren oyunlar devam ediyor.
refusal-maintenance-hours = 🛠 Bakım var: yeni oyunlar yaklaşık { $hours } saat sonra açılabilecek. Süren oyunlar devam ediyor.

## Durum
desk-status-workers =
    <b>Harfiyen { $version }</b>
    Çalışan süreç: { $workers } · Çalışma süresi: { $uptime }
    Bellek: { $memory } MiB · Son bir saatte Telegram “yavaşla” dedi: { $held } kez
desk-status-chats = Gruplar: { $groups } · Özel sohbetler: { $people }
desk-status-games = Süren oyunlar: { $games } · Son bir saatteki hamleler: { $moves }
desk-status-queues = Bekleyen güncelleme: { $inbox } (en eskisi { $waited }) · Bekleyen bildirim: { $outbox } (en eskisi { $kept })
desk-status-dead = İşlenemeyip kenara ayrılanlar: { $count }
desk-status-redis = Redis: { $milliseconds } ms · { $memory } MiB
desk-status-closed = 🛠 Bakım var: yeni oyun açılmıyor.

## Bakım
desk-maintenance-off = Yeni oyunlar açılabiliyor. Bakım başlasın mı? Süren oyunlar devam eder.
desk-maintenance-on = 🛠 Bakım var: yeni oyun açılmıyor, süren oyunlar devam ediyor. Siz bitirene kadar sürer.
desk-maintenance-until = 🛠 Bakım var: yeni oyun açılmıyor, süren oyunlar devam ediyor. Bitmesine { $time } kaldı.
desk-maintenance-how = “{ $typed }” bir süre değil. 45 dk ya da 2 sa gibi yazın, en çok yedi gün olabilir.
desk-button-close = 🛠 Ben bitirene kadar
desk-button-reopen = ✅ Bakımı bitir

## Yasaklar
desk-banned = 🚫 { $who } yasaklandı. Bunu ona günde en çok bir kez söylerim. Başkalarının oyunları sürer.
desk-banned-chat = 🚫 { $who } sohbeti yasaklandı. Bunu orada günde en çok bir kez söylerim.
desk-banned-before = { $who } zaten yasaklı.
desk-unbanned = ✅ { $who } için yasak kalktı.
desk-not-banned = { $who } yasaklı değil.
desk-ban-owner = Botun sahipleri yasaklanamaz.
desk-author-hidden = Bu mesajı yazan kişi kim olduğunu gizliyor. ID’sini ya da @adını yazın.
desk-name-unknown = { $name } adını hiç görmedim. ID’sini yazın ya da bir mesajını bana iletip o mesajı yanıtlayın.
desk-nobody-named = “{ $typed }” bir ID ya da @ad değil.
desk-bans = Yasaklılar: { $count }
desk-bans-none = Yasaklı kimse yok.
desk-ban-line = { $who } · { $time } önce
desk-ban-how = Yasaklamak için { $ban } komutundan sonra bir ID ya da @ad yazın. Komutu bana ilettiğiniz bir mesaja yanıt olarak da yazabilirsiniz. Grupların ID’leri eksi ile başlar.

## Duyurular
desk-broadcast-how = Duyuruyu komutun ardından yazın: { $command } Bu gece kısa bir bakım yapılacak.
desk-broadcast-ask = ⬆️ Duyuru böyle görünecek. Kime gönderilsin?
desk-broadcast-busy = Başka bir duyuru gönderiliyor. Önce onun bitmesi gerek.
desk-broadcast-stale = Bu duyuru artık gönderilemez. Komutu yeniden yazın.
desk-broadcast-dropped = Duyuru gönderilmedi.
desk-broadcast-begins = 📣 { $bar } Duyuru gönderiliyor…
desk-broadcast-goes = 📣 { $bar } { $done } / { $total } · ulaşılamayan: { $missed }
desk-broadcast-stops = Duyuru durduruluyor.
desk-broadcast-over = 📣 Duyuru bitti: { $total } sohbetten { $told } tanesine ulaştı. Ulaşmayan ya da bilinmeyen: { $missed }.
desk-broadcast-stopped = ⏹ Duyuru durduruldu: { $total } sohbetten { $told } tanesine ulaştı. Kalan: { $missed }.
desk-broadcast-missed = Duyurunun ulaşmadığı, ulaştığı kesin olmayan ya da hiç denenmeyen sohbetler. Hiçbiri yeniden denenmez.
desk-button-groups = 👥 Gruplara ({ $count })
desk-button-people = 👤 Özel sohbetlere ({ $count })
desk-button-all = 🌍 Herkese ({ $count })
desk-button-drop = ✖️ Vazgeç
desk-button-stop = ⏹ Durdur
desk-missed-gone = bot orada değil ya da engellendi
desk-missed-refused = Telegram kabul etmedi
desk-missed-unknown = ulaşıp ulaşmadığı bilinmiyor
desk-missed-untried = denenmedi
desk-missed-banned = duyuru sürerken yasaklandı

## Uyarılar
desk-alert-dead = ⚠️ { $count } güncelleme ya da bildirim işlenemedi ve kenara ayrıldı. Nedenleri: <code>harfiyen inbox</code>
desk-alert-inbox = ⚠️ Güncellemeler bekliyor: { $count }, en eskisi { $time } önce gelmiş. Neyin ters gittiği günlükte yazıyor.
desk-alert-outbox = ⚠️ Bildirimler bekliyor: { $count }, en eskisi { $time } önce gelmiş. Telegram’a ulaşılıp ulaşılmadığı günlükte yazıyor.
desk-alert-limits = ⚠️ Telegram son bir saatte { $count } kez yavaşlamamı istedi.
desk-alert-redis = ⚠️ Redis yanıt vermiyor, oyunlar duruyor.
desk-alert-redis-refuses = ⚠️ Redis hiçbir şey kaydetmiyor, oyunlar duruyor: <code>{ $reason }</code>
desk-alert-updates = ⚠️ Yazılanlar bana ulaşmıyor, saatler durdu: <code>{ $reason }</code>
desk-well = ✅ Düzeldi: { $what }.
desk-well-redis = ✅ Redis yeniden çalışıyor (kesinti: { $time }).
desk-well-telegram = ✅ Telegram yeniden yanıt veriyor (kesinti: { $time }). Bu sürede saatler durdu.
desk-well-updates = ✅ Yazılanlar bana yeniden ulaşıyor (kesinti: { $time }). Bu sürede saatler durdu.
desk-trouble-inbox = güncellemeler artık birikmiyor
desk-trouble-outbox = bildirimler artık birikmiyor
desk-trouble-limits = Telegram artık yavaşlamamı istemiyor
