"""``harfiyen tag``: prints the tags by which the log names chats and users."""

import argparse
import os
from pathlib import Path

from bot.config import load_config
from bot.logs import ChatTags
from bot.terminal import print_error, print_json, print_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments; the settings come from the environment."""
    parser.add_argument("ids", type=int, nargs="+", metavar="ID", help="a chat's or a person's, such as -1001234567890")
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Print the tag of each id, as the configured bot logs it."""
    token = load_config(os.environ, Path.cwd(), make=False).bot_token
    if not token:
        print_error("BOT_TOKEN is empty: these are tags of the playground, and a bot with a token has others.")
    tags = ChatTags(token)
    if arguments.json:
        print_json({str(number): tags.tag_of(number) for number in arguments.ids})
        return 0
    for number in arguments.ids:
        print_line(f"{number}  {tags.tag_of(number)}")
    return 0
