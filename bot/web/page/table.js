// A table: its board, what is done on it, and what came of it.

import { Board } from './board.js'
import { announce, button, byId, confirmed, language, make, plainText, refill, say, sheet } from './dom.js'
import { act, follow, judgeTiles, loadTable, savePlan, Refused } from './net.js'
import { BLANK, Move } from './play.js'
import * as telegram from './telegram.js'
import { OPENS_AGAIN, fill, go, isFirst, paint, showNotice } from './views.js'

const JUDGE_MS = 150
const PLAN_MS = 800

let move = null
let table = null // {address, board, seat, left, at}
let board = null
let isExchanging = false
let isBusy = false
let judged = null
let judgeTimer = 0
let planTimer = 0
let link = '' // why the server cannot be reached
let refusal = '' // why the last action was refused, until something changes

const isDuplicate = () => table.board.view.type === 'duplicate'
const viewer = () => table.board.view.viewer ?? null
const seatName = seat => table.board.view.seats[seat]?.name ?? ''

export async function open(address, signal) {
  const told = await loadTable(address)
  table = { address }
  move = new Move()
  isExchanging = isBusy = false
  judged = null
  link = refusal = ''
  board = new Board(move, { onChange: changed, chooseLetter, isExchanging: () => isExchanging, signal })
  fill(
    signal,
    make('h1', { class: 'unseen' }, told.board.title[language()] ?? told.board.title.en),
    make('header', { id: 'seats' }),
    board.element,
    make('p', { id: 'status', role: 'status' }),
    make('nav', { id: 'actions', 'aria-label': say('actions') }),
  )
  takeTable(told, told.plan)
  const ticking = setInterval(showClocks, 1000)
  signal.addEventListener('abort', () => {
    clearInterval(ticking)
    clearTimeout(judgeTimer)
  })
  follow(address, () => table.board.version, takeTable, code => {
    const isBack = link && !code
    link = code
    if (code && code !== 'unreachable') showNotice(code)
    else if (isBack) changed()
    else showStatus()
  }, signal)
}

// Shows a newer state of the table.
function takeTable({ board: told, left, now }, plan = null) {
  const former = table.board
  if (former && told.version < former.version) return
  Object.assign(table, { board: told, left, at: performance.now(), now: Date.parse(now) })
  const { view } = told
  const rack = isDuplicate() ? view.open?.rack ?? [] : view.rack
  if (!former || former.view.columns !== view.columns) {
    move.update(view, rack)
    board.build(told)
    paint(told.colours)
  }
  if (former && (former.view.number !== view.number || former.view.turn !== view.turn)) isExchanging = false
  move.update(view, rack, plan)
  if (!told.running) move.recallAll()
  if (former && former.version !== told.version) {
    refusal = ''
    tell(former.view, view)
  }
  showAll()
  judgeSoon()
}

// Says what has happened, for those who do not see the board.
function tell(former, view) {
  if (isDuplicate()) {
    const closed = view.last
    if (closed && closed.number !== former.last?.number) {
      announce(say('told-round', { n: closed.number, word: closed.laid.word, points: closed.laid.score }))
    }
    return
  }
  const { last } = view
  if (!last || view.number === former.number) return
  const name = seatName(last.seat)
  const word = last.words[0]?.word ?? ''
  const what = last.kind === 'play' ? 'told-play' : last.kind === 'exchange' ? 'told-exchange' : last.kind === 'pass' ? 'told-pass' : 'told-turn'
  const next = view.turn === null ? '' : ` ${turnText(view)}`
  announce(say(what, { name, word, points: last.score, n: last.exchanged }) + next)
}

const turnText = view => view.turn === view.viewer ? say('your-turn') : say('turn-of', { name: view.seats[view.turn].name })

function showAll() {
  board.draw()
  showSeats()
  showStatus()
  showActions()
}

function showSeats() {
  const { view } = table.board
  const shown = isDuplicate() ? [...view.seats.keys()].sort((one, other) => view.seats[other].score - view.seats[one].score).slice(0, 6) : [...view.seats.keys()]
  const chips = shown.map(seat => {
    const one = view.seats[seat]
    const isNext = view.turn === seat
    return make('div', { class: `seat${isNext ? ' next' : ''}${one.active ? '' : ' out'}`, 'data-seat': seat },
      make('span', {}, seat === view.viewer ? say('you') : one.name), make('b', {}, String(one.score)), make('time', {}))
  })
  const bag = make('div', { class: 'bag' }, say('bag', { n: view.bag }))
  const round = isDuplicate() ? make('div', { class: 'bag', id: 'round' }, '\u00a0') : null
  byId('seats').replaceChildren(...chips, bag, ...(round ? [round] : []))
  showClocks()
}

const clockText = ms => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const hours = Math.floor(seconds / 3600)
  const rest = `${String(Math.floor(seconds / 60) % 60).padStart(hours ? 2 : 1, '0')}:${String(seconds % 60).padStart(2, '0')}`
  return hours ? `${hours}:${rest}` : rest
}

function showClocks() {
  if (!table?.board) return
  const { view } = table.board
  const gone = performance.now() - table.at
  for (const chip of document.querySelectorAll('#seats [data-seat]')) {
    const seat = Number(chip.dataset.seat)
    const left = table.left[seat]
    if (left === undefined) continue
    const isRunning = view.turn === seat && !view.clock?.state.paused
    chip.querySelector('time').textContent = clockText(left - (isRunning ? gone : 0))
  }
  const round = byId('round')
  if (round && view.open) {
    const left = Date.parse(view.open.due) - table.now - (view.paused ? 0 : gone)
    round.textContent = say('round', { n: view.open.number, left: clockText(left), answered: view.open.answered })
  }
}

function mayPlay() {
  const { view, running } = table.board
  if (!running || view.paused) return false
  if (isDuplicate()) return Boolean(view.open) && !view.own?.locked
  return viewer() !== null && view.turn === viewer()
}

function showStatus() {
  const { view, running } = table.board
  const status = byId('status')
  if (!status) return
  status.classList.toggle('bad', Boolean(link || refusal))
  if (link) status.textContent = say('error-unreachable')
  else if (refusal) status.textContent = refusal
  else if (isBusy) status.textContent = say('sending')
  else if (isExchanging) status.textContent = say('choose-tiles')
  else if (!running) status.textContent = resultText(view)
  else if (move.laid.size && judged) status.textContent = judgedText()
  else if (view.paused) status.textContent = say('paused')
  else if (isDuplicate()) status.textContent = answerText(view)
  else if (view.hint && view.turn === viewer()) status.textContent = hintText(view.hint)
  else status.textContent = viewer() === null ? `${say('watching')} ${turnText(view)}` : turnText(view)
}

export function judgedText(found = judged) {
  if (found.refusal) return found.refusal
  const parts = found.words.map(([word, points]) => `${word} ${points}`)
  const rest = found.score - found.words.reduce((sum, [, points]) => sum + points, 0)
  if (rest) parts.push(String(rest))
  const total = parts.length > 1 ? say('score', { n: found.score, words: parts.join(' + ') }) : parts[0]
  return found.phonies?.length ? `${total} · ${say('phonies', { words: found.phonies.join(', ') })}` : total
}

function answerText(view) {
  if (!view.open) return say('between-rounds')
  if (!view.own?.play) return say('answer-now')
  const values = { word: view.own.play.word, points: view.own.play.score }
  return say(view.own.locked ? 'answer-locked' : 'answer-stands', values)
}

function resultText(view) {
  const names = view.outcome?.winners.map(seatName) ?? []
  return names.length ? say(names.length > 1 ? 'drawn' : 'won', { name: names.join(', ') }) : say('over')
}

function hintText(hint) {
  if (hint.kind === 'exchange') return [say('hint-exchange'), hint.length, ...hint.given.length ? hint.given : [hint.first]].filter(Boolean).join(' ')
  const parts = [hint.line && say('hint-line', { line: hint.line }), hint.length && say('hint-length', { n: hint.length }), hint.first && say('hint-first', { letter: hint.first }), hint.word && `${hint.word.word} ${hint.score}`]
  return parts.filter(Boolean).join(' · ') || say(`hint-${hint.kind}`)
}

function showActions() {
  const { view, running } = table.board
  const keys = []
  // While something is sent keys stay as they are, for the focus on them, and do nothing.
  const add = (name, onclick, more = {}) =>
    keys.push(button(say(name), () => isBusy || onclick(), { 'aria-disabled': String(isBusy), 'data-key': name, ...more }))
  if (isExchanging) {
    add('exchange-now', exchangeChosen, { class: 'strong', disabled: !move.chosen.size })
    add('cancel', endExchange)
  } else {
    if (mayPlay()) add(isDuplicate() ? 'answer' : 'play', playLaid, { class: 'strong', disabled: !move.laid.size })
    if (move.rack.length) add(move.laid.size ? 'recall' : 'shuffle', move.laid.size ? recall : shuffle)
    if (running && !view.paused) {
      if (isDuplicate()) {
        if (view.own?.play && !view.own.locked) {
          add('lock', () => send({ kind: 'lock' }))
          add('withdraw', () => send({ kind: 'withdraw' }))
        }
        add('standings', showStandings)
      } else if (viewer() !== null) {
        addTurnActions(view, add)
      }
    }
  }
  if (table.board.replay) add('replay', () => go(table.board.replay), { class: 'strong' })
  if (!isFirst()) add('tables', () => go(''))
  refill(byId('actions'), keys)
}

function addTurnActions(view, add) {
  const own = viewer()
  if (view.window && view.window.seat !== own) add('challenge', () => send({ kind: 'challenge', play: view.window.play }), { class: 'warn' })
  if (view.retractable?.seat === own) add('take-back', () => send({ kind: 'take_back', play: view.retractable.play }))
  if (view.offer && view.offer.seat !== own && !view.offer.accepted.includes(own)) {
    add('accept', () => send({ kind: 'accept' }))
    add('decline', () => send({ kind: 'decline' }))
  }
  if (view.turn === own) {
    if (view.bag) add('exchange', beginExchange)
    add('pass', () => askAndSend('sure-pass', 'pass', { kind: 'pass', number: view.number }))
  }
  add('more', () => showMore(view, own))
}

async function showMore(view, own) {
  const choices = []
  if (view.turn === own && view.hint_price !== null && !view.hint?.last) choices.push(['hint', { kind: 'hint' }])
  if (view.draw_offers && !view.offer) choices.push(['draw', { kind: 'draw' }])
  if (view.offer?.seat === own) choices.push(['decline', { kind: 'decline' }])
  choices.push(['surrender', { kind: 'surrender' }])
  const label = name => name === 'hint' && view.hint_price ? `${say(name)} (−${view.hint_price})` : say(name)
  const chosen = await sheet(say('more'), end => choices.map(([name, what]) => button(label(name), () => end([name, what]))))
  if (!chosen) return
  if (chosen[0] === 'surrender') await askAndSend('sure-surrender', 'surrender', chosen[1])
  else await send(chosen[1])
}

function showStandings() {
  const { view } = table.board
  const ranked = [...view.seats].sort((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity) || other.score - one.score)
  const rows = ranked.map(one => make('tr', {}, make('td', {}, one.place === null ? '' : `${one.place}.`), make('td', {}, one.name), make('td', {}, String(one.score)), make('td', {}, one.permille === null ? '' : `${(one.permille / 10).toLocaleString(language())} %`)))
  sheet(say('standings'), () => [make('table', {}, ...rows)], 'close')
}

async function askAndSend(question, label, what) {
  if (await confirmed(say(question), say(label))) await send(what)
}

const playLaid = () => send({ kind: 'play', tiles: move.tiles })

function exchangeChosen() {
  return send({ kind: 'exchange', given: [...move.chosen].map(place => move.rack[place]) })
}

function beginExchange() {
  move.recallAll()
  isExchanging = true
  showAll()
}

function endExchange() {
  move.chosen.clear()
  isExchanging = false
  showAll()
}

function recall() {
  move.recallAll()
  changed()
  board.draw()
}

function shuffle() {
  move.shuffle()
  board.drawRack()
}

// Does something at the table, once, and shows what came of it.
async function send(what) {
  const { board: told } = table
  isBusy = true
  showStatus()
  showActions()
  let answer = null
  try {
    const standing = Object.fromEntries((told.view.own?.play?.tiles ?? []).map(({ cell, tile }) => [cell, tile]))
    const result = await act(table.address, { table: told.table, number: told.view.number, standing, ...what }, () => { link = 'unreachable'; showStatus() })
    link = ''
    answer = result.answer
    if (answer.done) {
      if (what.kind === 'play') {
        move.recallAll()
        planSoon()
      }
      move.cursor = null
      isExchanging = false
    }
    takeTable(result)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    answer = { done: false, text: say(OPENS_AGAIN.has(error.code) ? 'reopen' : `error-${error.code}`) }
  }
  isBusy = false
  telegram.haptic(answer.done ? 'success' : 'error')
  refusal = answer.done ? '' : plainText(answer.text)
  showAll()
}

// After each change of the laid tiles: what they score, and the plan that is kept.
function changed() {
  refusal = ''
  showStatus()
  showActions()
  judgeSoon()
  planSoon()
}

function planSoon() {
  clearTimeout(planTimer)
  planTimer = setTimeout(() => savePlan(table.address, move.tiles).catch(() => {}), PLAN_MS)
}

function judgeSoon() {
  judged = null
  clearTimeout(judgeTimer)
  if (!move.laid.size) return
  judgeTimer = setTimeout(async () => {
    const asked = JSON.stringify(move.tiles)
    const found = await judgeTiles(table.address, move.tiles).catch(() => null)
    if (!found || asked !== JSON.stringify(move.tiles)) return
    judged = found
    showStatus()
    announce(judgedText())
  }, JUDGE_MS)
}

export function chooseLetter(view = table.board.view) {
  const letters = Object.keys(view.values).filter(letter => letter !== BLANK)
  return sheet(say('choose-letter'), end => [
    make('div', { class: 'letters' }, ...letters.map(letter => button(letter, () => end(letter), { class: 'tile' }))),
  ])
}
