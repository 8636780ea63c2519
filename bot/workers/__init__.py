"""How work is ordered, paced and retried: lanes, shard readers, rate limits and priorities, leases, the retry policy.

Nothing here knows games or messages.

**Lanes** (``lanes``): what may change a game waits in its chat's lane, look-ups in another that begins when the first
is empty, taps in one for each person. Work that only waits to be sent lets the next begin and stays in the inbox
meanwhile. Beyond 200 look-ups in a chat the ones whose turn is farthest are dropped.

**What may be sent now** (``limiter``, ``waiter_queue``):

- What games tell goes first, then refusals, then look-ups, which leave room in each limit. People are served round
  robin.
- An answer that has waited ten seconds gets every fourth slot; of four of these a look-up gets one.
- Of a person's refusals in a chat only the newest waits. Twenty answers wait for a chat, a thousand for the limit of
  all; beyond that, whoever has most waiting loses the newest, and the chat is told so in a word.
- Answers to taps, and questions about members, have buckets of their own.
- Telegram's 429 shuts a chat for as long as it says; then answers are sent again and announcements composed anew.

Who is served how, and why, is ``docs/decisions/0013-a-limiter-of-our-own.md``.
"""
