# Підказки: їх бачить лише той, хто попросив
hint-about = 💡 Підказка відкриває найкращий хід за чотири кроки: де він, яка довжина, перша літера, весь хід. Бачите її лише ви.
hint-price = Кожен крок — мінус { $price } { $price ->
    [one] бал
    [few] бали
    [many] балів
   *[other] бала
  } наприкінці гри.
hint-where-row = 💡 Найкращий хід — у рядку { $line }.
hint-where-column = 💡 Найкращий хід — у стовпці { $line }.
hint-length-play = У слові { $count } { $count ->
    [one] літера
    [few] літери
    [many] літер
   *[other] літери
  }.
hint-first-play = Перша літера: { $letter }
hint-play = 💡 Найкращий хід: { $cell } { $way } <b>{ $word }</b>, { $score } { $score ->
    [one] бал
    [few] бали
    [many] балів
   *[other] бала
  }
hint-exchange = 💡 Зараз краще обміняти фішки, ніж викласти слово.
hint-length-exchange = Скільки фішок обміняти: { $count }
hint-first-exchange = Одна з них: { $letter }
hint-exchange-tiles = 💡 Найкраще обміняти ці фішки: <b>{ $tiles }</b>
hint-pass = 💡 Викласти немає чого, і фішок не обміняти. Напишіть { COMMAND("pass") }.
hint-sent = 💡 Підказка чекає на вас у нашому приватному чаті.
hint-needs-private = Я не можу написати вам, доки ви не відкриєте наш приватний чат. Відкрийте його й напишіть { COMMAND("hint") } ще раз. За вже сказане балів більше не забирають.
button-hint-1 = { $priced ->
    [yes] 💡 Де він? (−{ $price })
   *[no] 💡 Де він?
  }
button-hint-2 = { $priced ->
    [yes] 💡 Яка довжина? (−{ $price })
   *[no] 💡 Яка довжина?
  }
button-hint-3 = { $priced ->
    [yes] 💡 Яка перша літера? (−{ $price })
   *[no] 💡 Яка перша літера?
  }
button-hint-4 = { $priced ->
    [yes] 💡 Увесь хід (−{ $price })
   *[no] 💡 Увесь хід
  }
button-hint-play = ▶️ Викласти
