"""An engine: it makes fifteen or thirty-one if it can, and plays the first legal action otherwise.

Try it with: pegout arena "cmd:python examples/engine.py" novice
"""

import json
import sys

VALUES = dict(zip("A23456789TJQK", [*range(1, 11), 10, 10, 10], strict=True))
print(json.dumps({"type": "hello", "version": 1, "name": "Fifteens", "analyses": True}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("decide", "analyse"):
        options = [{"action": action, "points": 0} for action in message["view"]["legal"]]
        for option in options:
            if card := option["action"].get("card"):
                made = message["view"]["count"] + VALUES[card[0]] in (15, 31)
                option["points"] = 2 if made else 0
        options.sort(key=lambda option: -option["points"])
        answer = {"type": "values", "options": options, "done": True}
        if message["type"] == "decide":
            answer = {"type": "act", "action": options[0]["action"]}
        print(json.dumps({"id": message["id"], **answer}), flush=True)
