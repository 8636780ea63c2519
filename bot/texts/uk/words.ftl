## Словники
lexicon-tr = турецький список
lexicon-en = англійський список
lexicon-uk = український список
lexicon-uk-nouns = українські іменники в однині
dictionary-builtin = { $words }
dictionary-common = { $words }, поширені слова
dictionary-live = TDK
dictionary-added = { $words } + { $count ->
        [one] { $count } слово чату
        [few] { $count } слова чату
        [many] { $count } слів чату
       *[other] { $count } слова чату
    }
dictionary-removed = { $words } − { $count ->
        [one] { $count } вилучене слово
        [few] { $count } вилучені слова
        [many] { $count } вилучених слів
       *[other] { $count } вилученого слова
    }
dictionary-chat = власні слова цього чату
dictionary-line = Словник: { $words }
word-known = ✅ <b>{ $word }</b>: є в словнику ({ $lexicon })
word-unknown = ❌ <b>{ $word }</b>: немає в словнику ({ $lexicon })
word-removed = ❌ <b>{ $word }</b>: не зараховується, бо цей чат вилучив це слово зі словника
word-inflected = Слово { $stem } у словнику є, а його змінені форми, як-от { $word }, не зараховуються.
word-meaning = <i>{ $meaning }</i>
words-added = Від наступної гри в цьому чаті дозволено: <b>{ $words }</b> ({ $language })
words-removed = Від наступної гри в цьому чаті не дозволено: <b>{ $words }</b> ({ $language })
judge-outage = Словник TDK не відповідає; доки він не запрацює, рішення за вбудованим списком.
