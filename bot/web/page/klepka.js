// What lies on a table of Klepka: cards to be turned up by taps, the own cards and the word that is formed of them.

import { announce, button, confirmed, make, refill, say, sheet } from './dom.js'
import { haptic } from './telegram.js'

const REWARDS = { polysemy: ['🃏', 'card-polysemy'], exchange: ['🔄', 'card-exchange'], chaos: ['🌀', 'card-chaos'] }
const COLOURS = { Y: 'card-yellow', B: 'card-blue' }
const PHASES = { words: 'card-words', flips: 'card-flips', extra: 'card-extra' }
const ROUNDING_MS = 5

document.head.append(make('link', { rel: 'stylesheet', href: 'cards.css' }))

const sign = card => REWARDS[card]?.[0] ?? card[0]
const nameOf = card => (card in REWARDS ? say(REWARDS[card][1]) : say(COLOURS[card[1]], { letter: card[0] }))
const kindOf = card => (card in REWARDS ? 'reward' : card[1] === 'Y' ? 'yellow' : 'blue')
const count = (cards, wanted) => cards.filter(card => card === wanted).length

// A table that nobody plays on; what `view.revealed` has is face up.
export function drawCards(view) {
  const open = new Map(view.revealed.map(one => [one.position, one]))
  const places = view.table.map((lies, index) => {
    const place = make('div', { class: 'place', role: 'img' })
    paintPlace(place, index + 1, lies, open.get(index + 1))
    return place
  })
  const cards = make('div', { class: 'cards', role: 'group', 'aria-label': say('cards') }, ...places)
  cards.style.setProperty('--columns', view.columns)
  return cards
}

function paintPlace(place, position, lies, open) {
  const kind = open ? `open ${kindOf(open.card)}${open.taken ? ' taken' : ''}` : lies ? 'down' : 'hole'
  const face = open ? sign(open.card) : lies ? String(position) : ''
  const state = kind + face
  if (place.dataset.state === state) return
  place.dataset.state = state
  place.replaceChildren(make('span', { class: `card ${kind}` }, face))
  const text = open ? (open.taken ? 'card-taken' : 'card-up') : lies ? 'card-down' : 'card-gone'
  place.setAttribute('aria-label', say(text, { n: position, card: open ? nameOf(open.card) : '' }))
}

const tile = (card, values, more) => make('button', {
  type: 'button',
  class: `tile card open ${kindOf(card)}`,
  'aria-label': card in REWARDS ? nameOf(card) : say('tile', { letter: nameOf(card), points: values[card[0]] }),
  ...more,
}, make('b', {}, sign(card)), make('small', {}, card in REWARDS ? '' : String(values[card[0]])))

export class Cards {
  constructor(context, signal) {
    this.context = context
    this.chosen = [] // positions that are to be turned up
    this.word = [] // {letter, place}, or {letter, isWild} where polysemy stands for it
    this.open = new Map() // by position: {card, taken, until, wall}; they close by themselves
    this.told = 0
    this.stale = 0
    this.lag = Infinity
    this.focus = 1
    this.grid = make('div', { class: 'cards', role: 'group', 'aria-label': say('cards') })
    this.hand = make('div', { class: 'hand', role: 'toolbar', 'aria-label': say('card-hand') })
    this.line = make('p', { class: 'word' })
    this.others = make('div', { class: 'others' })
    this.element = make('section', {}, this.grid, this.line, this.hand)
    this.below = make('details', { class: 'below' }, make('summary', {}, say('card-everybody')), this.others)
    this.grid.addEventListener('click', event => this.tap(Number(event.target.closest('[data-position]')?.dataset.position)))
    this.grid.addEventListener('focusin', event => { this.focus = Number(event.target.dataset.position) || this.focus })
    document.addEventListener('keydown', event => this.keydown(event), { signal })
    document.addEventListener('visibilitychange', () => this.close(), { signal })
    signal.addEventListener('abort', () => clearTimeout(this.closing))
  }

  get view() { return this.context.table.board.view }

  get own() { return this.view.seats[this.context.viewer()]?.cards ?? [] }

  get isOnTurn() {
    const { board } = this.context.table
    return board.running && !this.view.paused && this.view.turn !== null && this.view.turn === this.context.viewer()
  }

  get mayFlip() { return this.isOnTurn && this.view.flips > 0 }

  get mayForm() { return this.isOnTurn && this.view.phase === 'words' }

  take({ board: told, cards }, former) {
    const { view } = told
    if (!former) {
      this.grid.style.setProperty('--columns', view.columns)
      this.grid.replaceChildren(...view.table.map((_, index) => make('button', { type: 'button', class: 'place', 'data-position': index + 1 })))
    }
    const held = this.own.join()
    this.news = ''
    if (held !== this.held || !told.running) this.word = []
    this.held = held
    if (!this.mayFlip || former?.view.number !== view.number || former.view.phase !== view.phase) this.chosen = []
    this.chosen = this.chosen.filter(position => view.table[position - 1])
    if (former && this.usedReward(former.view, view, 'chaos') !== undefined) {
      this.stale = Math.max(...[...this.open.values()].map(one => one.end), this.stale)
      this.open.clear()
      this.chosen = []
    }
    // Of two answers that crossed, the one that was told later knows which cards are open.
    if (cards.at < this.told) return
    this.told = cards.at
    this.wins = cards.wins
    this.doubles = cards.doubles
    this.show(cards)
  }

  // Events come at once from now on: what was told before may have been on its way for long.
  connected() {
    this.lag = Infinity
  }

  // Shows the cards that the group sees, until it sees them no longer, however late this was told.
  show({ at, open }) {
    const now = performance.now()
    this.lag = Math.min(this.lag, now - at)
    const before = this.open
    this.open = new Map()
    for (const { position, card, taken, left } of open) {
      const end = at + left
      const until = end + this.lag
      if (end > this.stale + ROUNDING_MS) this.open.set(position, { card, taken, end, until, wall: Date.now() + until - now })
    }
    this.close(false)
    const fresh = [...this.open].filter(([position, { card }]) => before.get(position)?.card !== card)
    this.news = fresh.length ? say('card-open', { cards: fresh.map(([position, { card }]) => `${position} ${nameOf(card)}`).join(' · ') }) : ''
    if (this.news) announce(this.news)
  }

  // Turns down the cards whose time is over; a device that slept knows by its other clock.
  close(isDrawn = true) {
    const now = performance.now()
    for (const [position, { until, wall }] of this.open) {
      if (now >= until || Date.now() >= wall) this.open.delete(position)
    }
    clearTimeout(this.closing)
    if (this.open.size) this.closing = setTimeout(() => this.close(), Math.min(...[...this.open.values()].map(one => one.until)) - now)
    if (isDrawn) this.drawTable()
  }

  draw() {
    this.drawTable()
    this.drawHand()
    this.others.replaceChildren(...this.view.seats.map((seat, number) =>
      make('p', {}, make('b', {}, number === this.context.viewer() ? say('you') : seat.name), ' ',
        ...seat.cards.length
          ? seat.cards.map(card => make('span', { class: `card open ${kindOf(card)}`, role: 'img', 'aria-label': nameOf(card) }, sign(card)))
          : [say('card-none')])))
  }

  drawTable() {
    const hadFocus = this.grid.contains(document.activeElement)
    this.grid.hidden = !this.view.left && !this.open.size
    if (!this.view.table[this.focus - 1]) this.focus = this.view.table.indexOf(true) + 1
    for (const place of this.grid.children) {
      const position = Number(place.dataset.position)
      const lies = this.view.table[position - 1]
      const open = this.open.get(position)
      paintPlace(place, position, lies, open)
      place.disabled = !lies && !open
      place.tabIndex = position === this.focus ? 0 : -1
      place.setAttribute('aria-pressed', String(this.chosen.includes(position)))
      place.setAttribute('aria-disabled', String(!this.mayFlip || !lies))
    }
    if (hadFocus && document.activeElement?.disabled !== false) this.grid.children[this.focus - 1]?.focus()
  }

  drawHand() {
    const used = new Set(this.word.map(one => one.place))
    refill(this.hand, this.own.map((card, place) =>
      tile(card, this.view.values, { 'data-key': place, disabled: used.has(place), onclick: () => this.tapOwn(card, place) })))
    this.line.replaceChildren(...this.word.map(({ letter, isWild }) => make('span', { class: isWild ? 'wild' : '' }, isWild ? `[${letter}]` : letter)))
    this.line.hidden = !this.word.length
  }

  changed() {
    this.draw()
    this.context.changed()
  }

  tap(position) {
    if (!position || !this.mayFlip || this.context.isBusy || !this.view.table[position - 1]) return
    const at = this.chosen.indexOf(position)
    if (at < 0) this.chosen.push(position)
    else this.chosen.splice(at, 1)
    haptic('light')
    this.changed()
    if (this.chosen.length === this.view.flips) this.flip()
  }

  async flip() {
    await this.context.send({ kind: 'flip', text: this.chosen.join(' ') })
    this.chosen = []
    this.drawTable()
  }

  tapOwn(card, place) {
    if (this.context.isBusy || !this.context.table.board.running) return
    if (card === 'chaos') this.shuffle()
    else if (card === 'exchange') this.trade()
    else if (card === 'polysemy') this.chooseWild()
    else this.add({ letter: card[0], place })
  }

  add(letter) {
    this.word.push(letter)
    this.changed()
  }

  erase() {
    this.word.pop()
    this.changed()
  }

  // One polysemy card stands for a letter wherever the word has it.
  mayBeWild(letter) {
    const wild = new Set(this.word.filter(one => one.isWild).map(one => one.letter))
    return wild.has(letter) || wild.size < count(this.own, 'polysemy')
  }

  async chooseWild() {
    const letters = Object.keys(this.view.values).sort((one, other) => one.localeCompare(other, this.view.language)).filter(letter => this.mayBeWild(letter))
    const letter = await sheet(say('card-letter'), end => [
      make('div', { class: 'letters' }, ...letters.map(one => button(one, () => end(one), { class: 'tile' }))),
    ])
    if (letter) this.add({ letter, isWild: true })
  }

  // Keys: letters form a word, arrows go from card to card.
  keydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.context.table.board.running || document.querySelector('dialog')) return
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.view.columns, ArrowDown: this.view.columns }
    if (event.key in steps && this.grid.contains(document.activeElement)) {
      let position = this.focus
      do position += steps[event.key]
      while (this.grid.children[position - 1]?.disabled)
      this.grid.children[position - 1]?.focus()
      this.drawTable()
    } else if (event.key === 'Backspace' && this.word.length) {
      this.erase()
    } else if (event.key === 'Escape' && (this.word.length || this.chosen.length)) {
      this.word = []
      this.chosen = []
      this.changed()
    } else if ([...event.key].length === 1) {
      const letter = event.key.toLocaleUpperCase(this.view.language).replace('’', "'")
      if (!(letter in this.view.values)) return
      const used = new Set(this.word.map(one => one.place))
      const place = this.own.findIndex((card, index) => card[0] === letter && !(card in REWARDS) && !used.has(index))
      if (place >= 0) this.add({ letter, place })
      else if (this.mayBeWild(letter)) this.add({ letter, isWild: true })
      else return
    } else {
      return
    }
    event.preventDefault()
  }

  async shuffle() {
    if (await confirmed(say('card-sure-chaos'), say('card-shuffle'))) await this.context.send({ kind: 'chaos' })
  }

  async trade() {
    const { context, view } = this
    const whom = [...view.seats.keys()].filter(seat => seat !== context.viewer() && view.seats[seat].active && view.seats[seat].cards.length)
    const mine = this.own.filter((_, index) => index !== this.own.indexOf('exchange'))
    if (!whom.length || !mine.length) return
    const choose = (title, cards) => sheet(title, end => [
      make('div', { class: 'letters' }, ...[...new Set(cards)].map(card => tile(card, view.values, { onclick: () => end(card) }))),
    ])
    const give = await choose(say('card-give'), mine)
    if (!give) return
    const seat = whom.length === 1 ? whom[0] : await sheet(say('card-whom'), end => whom.map(one => button(context.seatName(one), () => end(one))))
    if (seat === null) return
    const name = context.seatName(seat)
    const take = await choose(say('card-take', { name }), view.seats[seat].cards)
    if (!take) return
    const question = say('card-sure-trade', { name, give: nameOf(give), take: nameOf(take) })
    if (await confirmed(question, say('card-trade'))) await context.send({ kind: 'trade', text: `${give} ${seat + 1} ${take}` })
  }

  seats(view) { return [...view.seats.keys()] }

  beside(view) { return [make('div', { class: 'bag' }, say('card-left', { n: view.left, all: view.cards }))] }

  status() {
    const { context, view } = this
    if (view.paused) return say('paused')
    if (this.chosen.length) return say('card-chosen', { cards: this.chosen.join(', '), n: view.flips - this.chosen.length })
    if (!this.isOnTurn) return [context.viewer() === null && say('watching'), lastText(view), context.turnText(view)].filter(Boolean).join(' ')
    if (view.flips) return say(PHASES[view.phase], { n: view.flips })
    return say('card-empty') + (view.pass_ends ? ` ${say('card-last-pass')}` : '')
  }

  addActions(add) {
    const { context, view } = this
    if (this.word.length) {
      const form = this.word.map(({ letter, isWild }) => (isWild ? `[${letter}]` : letter)).join('')
      if (this.mayForm) add('card-form', () => context.send({ kind: 'form', text: form }), { class: 'strong', disabled: this.word.length < 2 }, { word: form })
      add('card-erase', () => this.erase())
    }
    if (context.viewer() === null || !context.table.board.running || view.paused) return
    if (this.mayForm && this.wins) add('card-win', () => context.send({ kind: 'form', text: this.wins }), { class: 'strong' }, { word: this.wins.replace(/[[\]]/g, '') })
    if (this.isOnTurn && view.phase === 'extra') add('card-enough', () => context.send({ kind: 'pass' }))
    else if (this.isOnTurn && !view.flips) add('pass', () => context.askAndSend('sure-pass', 'pass', { kind: 'pass' }))
    if (this.own.includes('exchange')) add('card-trade', () => this.trade())
    if (this.own.includes('chaos') && view.left) add('card-shuffle', () => this.shuffle())
    add('more', () => context.showMore([
      ...this.doubles.map(word => ['double', { kind: 'double', text: word }, `×2 ${word}`]),
      ['surrender', { kind: 'surrender' }],
    ]))
  }

  // The seat that has played a reward; a trade moves one, and only playing takes it out of the game.
  usedReward(former, view, reward) {
    const held = seats => seats.map(seat => count(seat.cards, reward))
    const [before, now] = [held(former.seats), held(view.seats)]
    const sum = counts => counts.reduce((one, other) => one + other, 0)
    return sum(now) < sum(before) ? before.findIndex((one, seat) => now[seat] < one) : undefined
  }

  tell(former, view) {
    const [chaos, trade] = ['chaos', 'exchange'].map(reward => this.usedReward(former, view, reward))
    const isNews = view.words.length > former.words.length || JSON.stringify(view.flipped) !== JSON.stringify(former.flipped)
    const parts = [
      this.news,
      chaos !== undefined && say('card-told-chaos', { name: view.seats[chaos].name }),
      trade !== undefined && say('card-told-trade', { name: view.seats[trade].name }),
      isNews && lastText(view),
      view.turn !== null && view.turn !== former.turn && this.context.turnText(view),
    ].filter(Boolean)
    if (parts.length) announce(parts.join(' '))
  }

  besides() { return {} }

  done({ kind }) {
    if (kind === 'form') this.word = []
  }
}

// The newest word, or the cards taken since: within a turn words come first.
function lastText(view) {
  const word = view.words.at(-1)
  const { flipped } = view
  if (word && (!flipped || word.turn > flipped.turn)) return say('told-play', { name: view.seats[word.seat].name, word: word.word, points: word.score })
  if (!flipped) return ''
  const { name } = view.seats[flipped.seat]
  return flipped.taken.length ? say('card-told-taken', { name, cards: flipped.taken.map(nameOf).join(' · ') }) : say('card-told-none', { name })
}
