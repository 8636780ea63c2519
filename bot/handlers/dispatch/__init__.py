"""From a request to the handler that answers it. Start at ``router``."""
