"""What the playground keeps: people, chats, messages, presses, queries and the updates that wait for the bot."""
