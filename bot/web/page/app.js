// Opens the page: the session, then the view of the address.

import { speak } from './dom.js'
import { openSession, Refused } from './net.js'
import * as telegram from './telegram.js'
import { begin, load, showNotice } from './views.js'

start()

async function start() {
  telegram.begin()
  load(telegram.startParam) // meanwhile
  try {
    const session = await openSession(telegram.initData)
    speak(session.language, session.texts)
    await begin(telegram.startParam)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    showNotice(error.code)
  }
}
