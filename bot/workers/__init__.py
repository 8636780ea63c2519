"""How work is ordered, paced and retried: lanes, shard readers, rate limits and priorities, leases, the retry policy.

Nothing here knows games or messages.
"""
