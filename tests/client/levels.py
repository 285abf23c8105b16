"""Prints the levels that people choose, the weakest first."""

import json
import sys

from pegout.table.offers import offered_levels

sys.stdout.write(json.dumps(offered_levels()))
