"""An engine: it makes fifteen or thirty-one if it can, and plays the first legal action otherwise.

Try it with: pegout arena "cmd:python examples/engine.py" novice
"""

import json
import sys

print(json.dumps({"type": "hello", "version": 1, "name": "Fifteens"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        view = message["view"]
        choice = view["legal"][0]
        for action in view["legal"]:
            if action["type"] == "play":
                value = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(action["card"][0])
                if view["count"] + (value or int(action["card"][0])) in (15, 31):
                    choice = action
        print(json.dumps({"type": "act", "id": message["id"], "action": choice}), flush=True)
