// What lies on a table of a crossword game or duplicate: the board and the rack, and what a laid play would score.

import { Board } from './board.js'
import { announce, button, byId, language, make, say, sheet, whileShown } from './dom.js'
import { judgeTiles, savePlan } from './net.js'
import { BLANK, Move } from './play.js'

const JUDGE_MS = 150
const PLAN_MS = 800

export class Crossword {
  constructor(context, signal) {
    this.context = context
    this.signal = signal
    this.move = new Move()
    this.isExchanging = false
    this.judged = null
    this.board = new Board(this.move, {
      onChange: () => this.changed(),
      chooseLetter: () => chooseLetter(this.view),
      isExchanging: () => this.isExchanging,
      signal,
    })
    this.element = this.board.element
    signal.addEventListener('abort', () => clearTimeout(this.judgeTimer))
  }

  get view() { return this.context.table.board.view }

  get isDuplicate() { return this.view.type === 'duplicate' }

  take({ board: told }, former, plan) {
    const { move } = this
    const { view } = told
    const rack = this.isDuplicate ? view.open?.rack ?? [] : view.rack
    if (!former || former.view.columns !== view.columns) {
      move.update(view, rack)
      this.board.build(told)
    }
    if (former && (former.view.number !== view.number || former.view.turn !== view.turn)) this.isExchanging = false
    move.update(view, rack, plan)
    if (!told.running) move.recallAll()
    this.judgeSoon()
  }

  draw() {
    this.board.draw()
  }

  tell(former, view) {
    if (this.isDuplicate) {
      const closed = view.last
      if (closed && closed.number !== former.last?.number) {
        announce(say('told-round', { n: closed.number, word: closed.laid.word, points: closed.laid.score }))
      }
      return
    }
    const { last } = view
    if (!last || view.number === former.number) return
    const name = this.context.seatName(last.seat)
    const word = last.words[0]?.word ?? ''
    const what = last.kind === 'play' ? 'told-play' : last.kind === 'exchange' ? 'told-exchange' : last.kind === 'pass' ? 'told-pass' : 'told-turn'
    const next = view.turn === null ? '' : ` ${this.context.turnText(view)}`
    announce(say(what, { name, word, points: last.score, n: last.exchanged }) + next)
  }

  seats(view) {
    const all = [...view.seats.keys()]
    return this.isDuplicate ? all.sort((one, other) => view.seats[other].score - view.seats[one].score).slice(0, 6) : all
  }

  beside(view) {
    const bag = make('div', { class: 'bag' }, say('bag', { n: view.bag }))
    return this.isDuplicate ? [bag, make('div', { class: 'bag', id: 'round' }, '\u00a0')] : [bag]
  }

  tick(gone) {
    const { view } = this
    const round = byId('round')
    if (!round || !view.open) return
    const left = Date.parse(view.open.due) - this.context.table.now - (view.paused ? 0 : gone)
    round.textContent = say('round', { n: view.open.number, left: this.context.clockText(left), answered: view.open.answered })
  }

  mayPlay() {
    const { view } = this
    const own = this.context.viewer()
    if (!this.context.table.board.running || view.paused) return false
    if (this.isDuplicate) return Boolean(view.open) && !view.own?.locked
    return own !== null && view.turn === own
  }

  status() {
    const { view } = this
    if (this.isExchanging) return say('choose-tiles')
    if (this.move.laid.size && this.judged) return judgedText(this.judged)
    if (view.paused) return say('paused')
    if (this.isDuplicate) return answerText(view)
    if (view.hint && view.turn === view.viewer) return hintText(view.hint)
    return this.context.viewer() === null ? `${say('watching')} ${this.context.turnText(view)}` : this.context.turnText(view)
  }

  addActions(add) {
    const { context, move, view } = this
    if (this.isExchanging) {
      add('exchange-now', () => this.exchangeChosen(), { class: 'strong', disabled: !move.chosen.size })
      add('cancel', () => this.endExchange())
      return
    }
    if (this.mayPlay()) add(this.isDuplicate ? 'answer' : 'play', () => context.send({ kind: 'play', tiles: move.tiles }), { class: 'strong', disabled: !move.laid.size })
    if (move.rack.length && context.table.board.running) add(move.laid.size ? 'recall' : 'shuffle', () => move.laid.size ? this.recall() : this.shuffle())
    if (!context.table.board.running || view.paused) return
    if (this.isDuplicate) {
      if (view.own?.play && !view.own.locked) {
        add('lock', () => context.send({ kind: 'lock' }))
        add('withdraw', () => context.send({ kind: 'withdraw' }))
      }
      add('standings', () => showStandings(view))
    } else if (context.viewer() !== null) {
      this.addTurnActions(add)
    }
  }

  addTurnActions(add) {
    const { context, view } = this
    const own = context.viewer()
    if (view.window && view.window.seat !== own) add('challenge', () => context.send({ kind: 'challenge', play: view.window.play }), { class: 'warn' })
    if (view.retractable?.seat === own) add('take-back', () => context.send({ kind: 'take_back', play: view.retractable.play }))
    if (view.offer && view.offer.seat !== own && !view.offer.accepted.includes(own)) {
      add('accept', () => context.send({ kind: 'accept' }))
      add('decline', () => context.send({ kind: 'decline' }))
    }
    if (view.turn === own) {
      if (view.bag) add('exchange', () => this.beginExchange())
      add('pass', () => context.askAndSend('sure-pass', 'pass', { kind: 'pass', number: view.number }))
    }
    const more = []
    if (view.turn === own && view.hint_price !== null && !view.hint?.last) more.push(['hint', { kind: 'hint' }, view.hint_price ? `${say('hint')} (−${view.hint_price})` : say('hint')])
    if (view.draw_offers && !view.offer) more.push(['draw', { kind: 'draw' }])
    if (view.offer?.seat === own) more.push(['decline', { kind: 'decline' }])
    more.push(['surrender', { kind: 'surrender' }])
    add('more', () => context.showMore(more))
  }

  besides() {
    return { standing: Object.fromEntries((this.view.own?.play?.tiles ?? []).map(({ cell, tile }) => [cell, tile])) }
  }

  done(what) {
    if (what.kind === 'play') {
      this.move.recallAll()
      this.planSoon()
    }
    this.move.cursor = null
    this.isExchanging = false
  }

  exchangeChosen() {
    return this.context.send({ kind: 'exchange', given: [...this.move.chosen].map(place => this.move.rack[place]) })
  }

  beginExchange() {
    this.move.recallAll()
    this.isExchanging = true
    this.context.showAll()
  }

  endExchange() {
    this.move.chosen.clear()
    this.isExchanging = false
    this.context.showAll()
  }

  recall() {
    this.move.recallAll()
    this.changed()
    this.board.draw()
  }

  shuffle() {
    this.move.shuffle()
    this.board.drawRack()
  }

  connected(isBack) {
    if (!isBack) return
    this.judgeSoon()
    this.planSoon()
  }

  // After each change of the laid tiles: what they score, and the plan that is kept.
  changed() {
    this.judgeSoon()
    this.planSoon()
    this.context.changed()
  }

  planSoon() {
    clearTimeout(this.planTimer)
    const { address } = this.context.table
    this.planTimer = setTimeout(() => savePlan(address, this.move.tiles).catch(() => {}), PLAN_MS)
  }

  judgeSoon() {
    this.judged = null
    clearTimeout(this.judgeTimer)
    if (!this.move.laid.size) return
    this.judgeTimer = setTimeout(async () => {
      const asked = JSON.stringify(this.move.tiles)
      const found = await whileShown(this.signal, judgeTiles(this.context.table.address, this.move.tiles)).catch(() => null)
      if (!found || asked !== JSON.stringify(this.move.tiles)) return
      this.judged = found
      this.context.showStatus()
      announce(judgedText(found))
    }, JUDGE_MS)
  }
}

export function judgedText(judged) {
  if (judged.refusal) return judged.refusal
  const parts = judged.words.map(([word, points]) => `${word} ${points}`)
  const rest = judged.score - judged.words.reduce((sum, [, points]) => sum + points, 0)
  if (rest) parts.push(String(rest))
  const total = parts.length > 1 ? say('score', { n: judged.score, words: parts.join(' + ') }) : parts[0]
  return judged.phonies?.length ? `${total} · ${say('phonies', { words: judged.phonies.join(', ') })}` : total
}

function answerText(view) {
  if (!view.open) return say('between-rounds')
  if (!view.own?.play) return say('answer-now')
  const values = { word: view.own.play.word, points: view.own.play.score }
  return say(view.own.locked ? 'answer-locked' : 'answer-stands', values)
}

function hintText(hint) {
  if (hint.kind === 'exchange') return [say('hint-exchange'), hint.length, ...hint.given.length ? hint.given : [hint.first]].filter(Boolean).join(' ')
  const parts = [hint.line && say('hint-line', { line: hint.line }), hint.length && say('hint-length', { n: hint.length }), hint.first && say('hint-first', { letter: hint.first }), hint.word && `${hint.word.word} ${hint.score}`]
  return parts.filter(Boolean).join(' · ') || say(`hint-${hint.kind}`)
}

function showStandings(view) {
  const ranked = [...view.seats].sort((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity) || other.score - one.score)
  const rows = ranked.map(one => make('tr', {}, make('td', {}, one.place === null ? '' : `${one.place}.`), make('td', {}, one.name), make('td', {}, String(one.score)), make('td', {}, one.permille === null ? '' : say('share', { n: (one.permille / 10).toLocaleString(language()) }))))
  sheet(say('standings'), () => [make('table', {}, ...rows)], 'close')
}

export function chooseLetter(view) {
  const letters = Object.keys(view.values).filter(letter => letter !== BLANK)
  return sheet(say('choose-letter'), end => [
    make('div', { class: 'letters' }, ...letters.map(letter => button(letter, () => end(letter), { class: 'tile' }))),
  ])
}
