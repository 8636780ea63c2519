## Benim tahtam
own-board-move = ✍️ Satırdan
own-board-word = 🔠 Kelime kur
own-board-exchange = 🔄 Değiştir
own-board-pass = ⏭ Pas
own-board-draw = 🤝 Beraberlik öner
own-board-withdraw = Önerimi geri çek
own-board-surrender = 🏳️ Pes et
own-board-refresh = 🔁 Yenile
own-board-back = ‹ Geri
own-board-home = ✕ Baştan
own-board-lay = ✅ { $word } oyna · { $score }
own-board-pass-yes = ⏭ Evet, pas geç
own-board-draw-yes = 🤝 Evet, öner
own-board-doubt-all = ⚖️ Hepsine itiraz et
own-board-game = { $game } · { $group }
own-board-game-yours = ▶️ { $game } · { $group }
own-board-which-row = İlk taşınız hangi <b>satıra</b> gelecek?
own-board-which-column = Satır <b>{ $row }</b>. İlk taşınız hangi <b>sütuna</b> gelecek?
own-board-which-way = Kelime <b>{ $cell }</b> hücresinden hangi yöne gitsin?
own-board-which-letter = Joker hangi harf olsun?
own-board-which-tiles = Hangi taşlar değişsin? Dokunarak seçin.
own-board-first-tile = <b>{ $cell } { $way }</b>: ilk taşı seçin. Tahtadaki harfler kendiliğinden kelimeye girer.
own-board-laid = { $cell } { $way }: <b>{ $word }</b>
own-board-scored = { $cell } { $way }: <b>{ $word }</b> · <b>{ $score }</b> puan
own-board-beside = Oluşan diğer kelimeler: { $words }
own-board-phonies = Sözlükte yok: { $words }
own-board-all-count = Kelimelerin hepsi sözlükte var.
own-board-not-touching = Henüz tahtadaki taşlara değmiyor.
own-board-off-centre = İlk kelime ortadaki hücreden geçmeli.
own-board-one-letter = Tek harf kelime olmaz.
own-board-spell = Kelimenin taşlarına sırayla dokunun.
own-board-spelled = Kelime: <b>{ $word }</b>
own-board-many-places = <b>{ $word }</b> için { $count } yer var. Kelime hangi satırda başlasın?
own-board-no-place = <b>{ $word }</b> tahtada hiçbir yere uymuyor.
own-board-hint = { $priced ->
        [yes] 💡 İpucu (−{ $price })
       *[no] 💡 İpucu
    }
own-board-more-actions = ☰ Diğer
own-board-more-places = Devamı …
own-board-places-found = <b>{ $word }</b>: { $count } yer, en iyisi { $best } puan
own-board-places-count = <b>{ $word }</b>: { $count } yer
own-board-no-word = <b>{ $word }</b> sözlükte yok.
own-board-pass-sure = Bu turu pas geçmek istiyor musunuz?
own-board-draw-sure = Beraberlik önermek istiyor musunuz? Herkes kabul ederse oyun biter.
own-board-doubt = { $name } adlı oyuncunun hangi kelimesine itiraz ediyorsunuz?
own-board-changed = <i>Oyun bu arada ilerledi, tahta şimdi böyle.</i>
own-board-done = ✅ Tamam, grup da gördü.
own-board-done-private = ✅ Tamam.
own-board-open = 👤 Benim masam
own-board-flip = 🃏 Kart aç
own-board-form-word = 🔠 Kelime kur
own-board-form = ✅ { $word }
own-board-my-cards = 🗂 Kartlarım
own-board-cards = Kartlarınız: { $cards }
own-board-table =
    <b>{ $game }</b> · { $group }
    Kartlarınız: { $cards }
own-board-which-card-row = { $count } karttan { $number }. kart hangi <b>satırda</b>?
own-board-chosen = Seçtikleriniz: { $positions }
own-board-which-card = Satır <b>{ $row }</b>: hangi kart?
own-board-which-last-card = Satır <b>{ $row }</b>: hangi kart? Dokununca seçtiklerinizin hepsi açılır.
own-board-spell-cards = Kelimenin harflerine sırayla dokunun.
own-board-which-polysemy = Polisemi hangi harfin yerine geçsin?
own-board-chaos-sure = Kaos kartını oynayıp masadaki kartları karıştırmak istiyor musunuz?
own-board-chaos-yes = 🌀 Evet, karıştır

ladder-press-again = ⌛ Bu düğmenin süresi geçti, yeniden dokunun.
