// Puzzles: today's, others and the games of the week in a list; and one of them, solved on its board.

import { Board } from './board.js'
import { chooseLetter, judgedText } from './crossword.js'
import { announce, button, byId, confirmed, make, plainText, refill, say, whileShown } from './dom.js'
import { doOnce, load, post, Refused } from './net.js'
import { Move } from './play.js'
import * as telegram from './telegram.js'
import { OPENS_AGAIN, fill, go, loadTexts, paint, showNotice } from './views.js'

const JUDGE_MS = 150
const ACTIONS = 'puzzles/actions'

let puzzle = null
let move = null
let board = null
let shown = null // the signal of the view
let isBusy = false
let link = '' // why the server cannot be reached
let said = '' // what came of the last action, until something changes
let judged = null
let judgeTimer = 0

export async function open(address, signal) {
  await whileShown(signal, loadTexts())
  shown = signal
  isBusy = false
  const [kind, id, chat] = address.split('_')
  await (kind === 'z' ? openPuzzle(id, Number(chat ?? 0), signal) : openList(signal))
}

async function openList(signal) {
  const { open, daily, week, games } = await load('puzzles')
  const list = items => make('ul', { class: 'tables' }, ...items.map(one => make('li', {}, one)))
  const part = (name, items) => items.length ? [make('h2', {}, say(name)), list(items)] : []
  fill(
    signal,
    make('h1', {}, say('puzzles')),
    ...part('puzzles-today', daily.map(puzzleKey)),
    ...part('puzzles-week', week.map(one => button([one.title, one.label, one.may_act && say('your-turn')].filter(Boolean).join(' · '), () => go(one.address)))),
    ...part('puzzles-open', open && !daily.some(one => one.address.startsWith(open.address)) ? [puzzleKey(open)] : []),
    ...part('puzzles-new', games.map(one => button(one.title, () => goToNext(one.id)))),
    make('p', {}, button(say('tables'), () => go(''))),
  )
}

function puzzleKey(one) {
  const outcome = one.outcome === 'solved' ? say('puzzles-solved', { points: one.points }) : one.outcome === 'given_up' ? say('puzzles-given-up') : ''
  const label = one.label || (one.day && say('puzzles-own'))
  return button([one.title, label, one.day, outcome].filter(Boolean).join(' · '), () => go(one.address), outcome ? {} : { class: 'strong' })
}

async function goToNext(game) {
  if (isBusy) return
  isBusy = true
  showStatus()
  try {
    const { answer, puzzle: next } = await whileShown(shown, doOnce(ACTIONS, { kind: 'next', game }))
    if (next) await go(`z_${next.id}`)
    else if (byId('status')) said = plainText(answer.text)
    else showNotice('', plainText(answer.text))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (byId('status')) said = refusedText(error)
    else showNotice(error.code, error.text)
  } finally {
    isBusy = false
    showStatus()
  }
}

const refusedText = error => error.text || say(OPENS_AGAIN.has(error.code) ? 'reopen' : `error-${error.code}`)

async function openPuzzle(id, chat, signal) {
  const told = await whileShown(signal, doOnce(ACTIONS, { kind: 'open', puzzle: id, chat }))
  if (!told.puzzle) {
    showNotice('gone', plainText(told.answer.text))
    return
  }
  puzzle = null
  move = new Move()
  judged = null
  link = said = ''
  board = new Board(move, { onChange: changed, chooseLetter: () => chooseLetter(move.view), isExchanging: () => false, signal })
  fill(
    signal,
    make('h1', { class: 'unseen' }, `${say('puzzles')} · ${told.puzzle.title}`),
    make('header', { id: 'seats' }, make('div', { class: 'seat' }, make('b', {}, told.puzzle.title)), make('div', { class: 'bag' }, say('bag', { n: told.puzzle.view.bag }))),
    board.element,
    make('p', { id: 'status', role: 'status' }),
    make('div', {}, make('nav', { id: 'actions', 'aria-label': say('actions') }), make('p', { id: 'told' })),
  )
  signal.addEventListener('abort', () => clearTimeout(judgeTimer))
  take(told.puzzle)
}

// Shows a newer state of the puzzle; its solution lies on the board.
function take(told) {
  const isOpening = !puzzle
  // The status tells the newest hint while nothing is laid.
  const isNews = !isOpening && (!told.open || (move.laid.size && told.hints > puzzle.hints))
  puzzle = told
  if (!told.open) move.recallAll()
  move.cursor = null
  move.update(told.view, told.view.rack)
  if (isOpening) {
    board.build(told)
    paint(told.colours)
  }
  const text = plainText(told.text)
  if (isNews) announce(text)
  byId('told').textContent = text
  showAll()
}

function showAll() {
  board.draw()
  showStatus()
  showActions()
}

function showStatus() {
  const status = byId('status')
  if (!status) return
  status.classList.toggle('bad', Boolean(link || said))
  if (link) status.textContent = say('error-unreachable')
  else if (isBusy) status.textContent = say('sending')
  else if (said) status.textContent = said
  else if (move.laid.size && judged) status.textContent = judgedText(judged)
  else status.textContent = !puzzle.open ? '' : puzzle.hints ? byId('told').textContent.split('\n')[puzzle.hints - 1] : say('puzzle-lay')
  // What is empty takes no room from the solution.
  status.style.display = status.textContent ? '' : 'none'
  board.rack.style.display = puzzle.open ? '' : 'none'
}

function showActions() {
  const { words } = puzzle
  const keys = []
  const add = (label, onclick, more = {}) =>
    keys.push(button(label, () => isBusy || onclick(), { 'aria-disabled': String(isBusy), 'data-key': label, ...more }))
  if (puzzle.open) {
    add(say('answer'), () => send({ kind: 'answer', tiles: move.tiles }), { class: 'strong', disabled: !move.laid.size })
    if (move.laid.size) add(say('recall'), recall)
    else add(say('shuffle'), shuffle)
    if (puzzle.next_hint) add(puzzle.next_hint, () => send({ kind: 'hint', number: puzzle.hints + 1 }))
    add(words['give-up'], giveUp)
  }
  add(words.next, () => goToNext(puzzle.game), puzzle.open ? {} : { class: 'strong' })
  add(say('puzzles'), () => go('p'))
  refill(byId('actions'), keys)
}

async function giveUp() {
  if (await confirmed(puzzle.words.sure, puzzle.words.yes)) await send({ kind: 'give_up' })
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

// Does something with the puzzle, once, and shows what came of it.
async function send(what) {
  isBusy = true
  said = ''
  showStatus()
  showActions()
  const signal = shown
  const warn = () => { if (!signal.aborted) { link = 'unreachable'; showStatus() } }
  try {
    const { answer, puzzle: told } = await whileShown(signal, doOnce(ACTIONS, { puzzle: puzzle.id, ...what }, warn))
    said = plainText(answer.text)
    telegram.haptic(said ? 'error' : 'success')
    link = ''
    isBusy = false
    if (told) take(told)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    said = refusedText(error)
  }
  isBusy = false
  showAll()
}

// After each change of the laid tiles: what they score.
function changed() {
  said = ''
  judged = null
  showStatus()
  showActions()
  clearTimeout(judgeTimer)
  if (!move.laid.size) return
  judgeTimer = setTimeout(async () => {
    const asked = JSON.stringify(move.tiles)
    const found = await whileShown(shown, post(`puzzles/${puzzle.id}/tiles`, { tiles: move.tiles })).catch(() => null)
    if (!found || asked !== JSON.stringify(move.tiles)) return
    judged = found
    showStatus()
    announce(judgedText(judged))
  }, JUDGE_MS)
}
