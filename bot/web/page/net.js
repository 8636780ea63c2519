// Talks to the server: the session, requests that are repeated until they are answered, and events.

const RETRY_MS = [300, 1000, 2000, 4000, 8000]
const SESSION = 'api/session'
const PLACE = new URL('.', location.href).pathname

const SILENCE_MS = 40000 // the server says something every 15 s

let init = ''
let token = ''

export class Refused extends Error {
  constructor(code, status, text = '') {
    super(code)
    this.code = code
    this.status = status
    this.text = text // in words, where the code is `refused`
  }
}

const pause = ms => new Promise(done => setTimeout(done, ms))

// A token that was not used for an hour is bought anew, while what Telegram said still counts.
async function request(method, path, body, signal) {
  for (let isNew = path === SESSION; ; isNew = true) {
    const headers = token ? { Authorization: `Bearer ${token}` } : {}
    const answer = await fetch(PLACE + path, { method, headers, signal, body: body && JSON.stringify(body) })
    token = answer.headers.get('X-Token') || token
    if (answer.ok) return answer
    const { error, text } = await answer.json().catch(() => ({}))
    if (answer.status !== 401 || isNew) throw new Refused(error || 'unreachable', answer.status, text)
    token = (await ask('POST', SESSION, { init })).content.token
  }
}

async function ask(method, path, body) {
  const answer = await request(method, path, body)
  return { status: answer.status, content: await answer.json() }
}

// Asks again while the server cannot be reached, `onRetry` being told; a refusal is final.
async function insist(attempted, onRetry) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attempted()
    } catch (error) {
      if (error instanceof Refused && error.status !== 503) throw error
      onRetry?.()
      await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)])
    }
  }
}

export async function openSession(data) {
  init = data
  const { content } = await insist(() => ask('POST', SESSION, { init }))
  token = content.token
  return content
}

export const listTables = async () => (await load('tables')).tables
export const loadTable = address => load(`tables/${address}`)
export const judgeTiles = async (address, tiles) => (await ask('POST', `api/tables/${address}/tiles`, { tiles })).content
export const savePlan = (address, tiles) => ask('PUT', `api/tables/${address}/plan`, { tiles })

export const loadModule = name => insist(() => import(name))

// What a view is told, and a request that changes something; both are repeated while the server cannot be reached.
export const load = async path => (await insist(() => ask('GET', `api/${path}`))).content
export const post = async (path, body) => (await insist(() => ask('POST', `api/${path}`, body))).content

// Does an action once, however often it has to be sent; gives what is shown then, with the answer.
export async function doOnce(path, move, onRetry) {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
  for (;;) {
    const { content } = await insist(() => ask('POST', `api/${path}`, { key, move }), onRetry)
    if (content.answer) return content
    await pause(500)
  }
}

export const act = (address, move, onRetry) => doOnce(`tables/${address}/actions`, move, onRetry)

// Hands on each event of a table until the signal; `isKnown` gives the version that is shown.
export async function follow(address, isKnown, onTable, onState, ended) {
  for (let failures = 0; !ended.aborted; failures += 1) {
    const stop = new AbortController()
    const end = () => stop.abort()
    ended.addEventListener('abort', end)
    try {
      const answer = await request('GET', `api/tables/${address}/events?after=${isKnown()}`, undefined, stop.signal)
      onState('')
      failures = 0
      await readEvents(answer.body.pipeThrough(new TextDecoderStream()).getReader(), onTable, stop)
    } catch (error) {
      if (!ended.aborted && error instanceof Refused && [401, 403].includes(error.status)) {
        onState(error.code)
        return
      }
    } finally {
      ended.removeEventListener('abort', end)
    }
    if (ended.aborted) return
    if (failures) onState('unreachable')
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)])
  }
}

async function readEvents(reader, onTable, stop) {
  let text = ''
  for (;;) {
    const timer = setTimeout(() => stop.abort(), SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    text += value
    for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
      const data = text.slice(0, end).split('\n').find(line => line.startsWith('data: '))
      if (data) onTable(JSON.parse(data.slice(6)))
    }
  }
}
