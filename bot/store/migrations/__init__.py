"""The steps from each schema to the next; :mod:`bot.store.schema_migrations` runs them."""
