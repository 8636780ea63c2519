## Dictionaries
lexicon-tr = Turkish list
lexicon-en = English list
lexicon-uk = Ukrainian list
lexicon-uk-nouns = Ukrainian nouns in the singular
dictionary-builtin = { $words }
dictionary-common = { $words }, common words
dictionary-live = TDK
dictionary-added = { $words } + { $count ->
        [one] { $count } word of this chat
       *[other] { $count } words of this chat
    }
dictionary-removed = { $words } − { $count ->
        [one] { $count } word removed
       *[other] { $count } words removed
    }
dictionary-chat = this chat’s own words
dictionary-line = Dictionary: { $words }
word-known = ✅ <b>{ $word }</b> is valid ({ $lexicon })
word-unknown = ❌ <b>{ $word }</b> isn’t in the list ({ $lexicon })
word-removed = ❌ <b>{ $word }</b> isn’t valid: this chat has removed it from the dictionary
word-inflected = { $stem } is in the dictionary; inflected forms such as { $word } don’t count.
word-meaning = <i>{ $meaning }</i>
words-added = From the next game on, valid in this chat: <b>{ $words }</b> ({ $language })
words-removed = From the next game on, not valid in this chat: <b>{ $words }</b> ({ $language })
judge-outage = I can’t reach the TDK dictionary; until it’s back, the built-in list decides.
