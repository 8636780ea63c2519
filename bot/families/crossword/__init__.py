"""Games on a board in the chat: their words, their pictures, their buttons, and what may be asked of them."""
