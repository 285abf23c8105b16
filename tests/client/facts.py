"""Prints what a page contains for the scripts."""

import sys

from pegout.server.facts import facts_json

sys.stdout.write(facts_json())
