## Sözlükler
lexicon-tr = Türkçe liste
lexicon-en = İngilizce liste
lexicon-uk = Ukraynaca liste
lexicon-uk-nouns = Ukraynaca tekil adlar
dictionary-builtin = { $words }
dictionary-common = { $words }, yaygın kelimeler
dictionary-live = TDK
dictionary-chat = bu sohbetin kelimeleri
dictionary-line = Sözlük: { $words }
word-known = ✅ <b>{ $word }</b> geçerli ({ $lexicon })
word-unknown = ❌ <b>{ $word }</b> listede yok ({ $lexicon })
word-meaning = <i>{ $meaning }</i>
words-added = Bu sohbette bir sonraki oyundan itibaren geçerli: <b>{ $words }</b> ({ $language })
words-removed = Bu sohbette bir sonraki oyundan itibaren geçersiz: <b>{ $words }</b> ({ $language })
judge-outage = TDK sözlüğüne ulaşamıyorum; o dönene kadar yerleşik liste karar veriyor.
