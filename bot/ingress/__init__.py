"""How updates come in: fetched or posted, stored in the inbox, and handled from there.

Begin with :mod:`bot.ingress.polling` or :mod:`bot.ingress.webhook`, then :class:`bot.ingress.consumer.Consumer`.
"""
