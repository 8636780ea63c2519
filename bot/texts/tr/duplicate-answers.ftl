## Duplicate: kendi cevabı
# Bunları yalnızca cevap veren okur; “answer-posted” ise seçince kendi adıyla sohbete düşer.
button-answer = ✅ Cevap: { $word } · { $score }
button-answer-lock = 🔒 Kilitle (kesin)
button-answer-withdraw = ↩️ Geri al
button-answer-board = 🔤 Benim tahtam
answer-play = <b>{ $word }</b> { $place }, <b>{ $score }</b> puan
answer-none = Bu turda henüz cevap vermediniz.
answer-stands = ✅ Cevabınız: { $play }
answer-stands-strict = ✅ Cevabınız: { $play } (kelimeler geçerliyse)
answer-locked = 🔒 Kilitli: { $play }
answer-locked-strict = 🔒 Kilitli: { $play } (kelimeler geçerliyse)
answer-until = ⏱ { $time }
answer-may-change = O zamana kadar yeni bir cevap verebilir, cevabınızı geri alabilir ya da kilitleyebilirsiniz.
answer-is-final = 🔒 Bu turdaki cevabınız kilitli.
answer-no-verdict = Kelimelerin geçerli olup olmadığı tur kapanınca belli olur.
answer-round-over = { $number }. tur kapandı.
answer-round-closed = <i>⏰ O tur kapandı.</i>
answer-next-rack = Yeni taşlar birazdan geliyor.
answer-which-place = Cevabınız olacak yere dokunun.
answer-in-open = 🤫 Burada cevaplar gizlidir, o yüzden herkesin okuduğu yerde cevap almıyorum. “{ button-duplicate-answer }” düğmesine dokunun ya da cevabı bana özelden yazın.
answer-inline = Seçerseniz cevabınız olur, özelden onaylarım. Sohbet yalnızca cevap verdiğinizi görür
answer-posted = ✅ Cevabımı verdim.
