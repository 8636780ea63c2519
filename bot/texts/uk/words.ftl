## Словники
lexicon-tr = турецький список
lexicon-en = англійський список
lexicon-uk = український список
lexicon-uk-nouns = українські іменники в однині
dictionary-builtin = { $words }
dictionary-common = { $words }, поширені слова
dictionary-live = TDK
dictionary-chat = власні слова цього чату
dictionary-line = Словник: { $words }
word-known = ✅ <b>{ $word }</b>: таке слово є ({ $lexicon })
word-unknown = ❌ <b>{ $word }</b>: такого слова немає ({ $lexicon })
word-meaning = <i>{ $meaning }</i>
words-added = Від наступної гри в цьому чаті дозволено: <b>{ $words }</b> ({ $language })
words-removed = Від наступної гри в цьому чаті не дозволено: <b>{ $words }</b> ({ $language })
judge-outage = Словник TDK не відповідає; доки він не запрацює, вирішує вбудований список.
