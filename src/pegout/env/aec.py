"""Cribbage as a PettingZoo environment, for two, three or four players, on the real referee.

>>> from pegout.env import aec
>>> table = aec.env("half", players=3)
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     observation, reward, terminated, truncated, info = table.last()
...     ended = terminated or truncated
...     table.step(None if ended else int(info["action_mask"].argmax()))

An agent is a seat. Its only decisions are discards and cards to play: the referee cuts, says go,
counts and deals. The seats discard one after the other from the dealer's left, and no seat sees the
discards of another.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from pegout.env.actions import action_of, action_text, legal_mask
from pegout.env.errors import EnvError, check_seed, rules_of
from pegout.env.observation import encode, seen_of_view, size
from pegout.env.rewards import shares_of, zero_sum
from pegout.extras import missing_extra
from pegout.fairness import seeded_secrets
from pegout.kernel import actions_of
from pegout.match import Automation, Entry, Match, Seated, Setup
from pegout.numbers import whole_number
from pegout.rules import DealEnded, GameEnded, Phase, Rules, RulesLike, Scored, View
from pegout.text import Teller, language, prompts, shorts

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing_extra("env") from error

#: The steps that the referee automates: all that need no decision.
_AUTOMATIC: Final = (Automation.READY, Automation.CUT_FOR_DEAL, Automation.CUT, Automation.GO)


def env(rules: RulesLike = "standard", **options: Any) -> Any:
    """Create an environment with PettingZoo's usual wrappers.

    An illegal action ends the episode for all agents, and its agent gets a reward of -1. A number
    out of the action space, or a call out of order, is an error.

    Args:
        rules: the rules of a game, or the name of a preset.
        options: those of :class:`CribbageEnv`.

    Raises:
        EnvError: ``bad_rules`` or ``bad_option``.
    """
    table: Any = wrappers.TerminateIllegalWrapper(raw_env(rules, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


def raw_env(rules: RulesLike = "standard", **options: Any) -> CribbageEnv:
    """Create an environment without wrappers: an illegal action is an error and changes nothing.

    Args:
        rules: the rules of a game, or the name of a preset.
        options: those of :class:`CribbageEnv`.
    """
    return CribbageEnv(rules, **options)


class CribbageEnv(AECEnv):  # type: ignore[misc]
    """A cribbage table as an environment.

    Args:
        rules: the rules of a game, or the name of a preset; counting must be automatic.
        players: the number of players; that of the rules unless given.
        deals: the largest number of deals in an episode; a whole game unless given. The episode is
            truncated then, and its last observation is the start of the next deal.
        reward: ``points``: at each step the points that a side gains, less the mean of the other
            sides' gains. ``win``: 0 until the end of the game; then 1 for the winners and -1 for
            the losers, divided among several. Partners get the same reward, and the rewards of all
            sides sum to zero.
        mask: the place of the mask of legal actions: in the ``info``, under ``action_mask``, or in
            the ``observation``, which is then a dictionary of ``observation`` and ``action_mask``.
        render_mode: ``ansi``, where :meth:`render` returns a text, or ``human``, where it prints
            it.

    Raises:
        EnvError: ``bad_rules`` for rules with manual counting, ``bad_option``.
        UnknownRules: for a preset that does not exist, or a number of players it is not for.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "render_modes": ["human", "ansi"],
        "name": "cribbage_v1",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: RulesLike = "standard",
        *,
        players: int | None = None,
        deals: int | None = None,
        reward: Literal["points", "win"] = "points",
        mask: Literal["info", "observation"] = "info",
        render_mode: Literal["ansi", "human"] | None = None,
    ) -> None:
        super().__init__()
        self.rules = rules_of(rules, players)
        _one_of("reward", reward, ("points", "win"))
        _one_of("mask", mask, ("observation", "info"))
        _one_of("render_mode", render_mode, (None, "ansi", "human"))
        number = whole_number(deals)
        if deals is not None and (number is None or number < 1):
            raise EnvError("bad_option", f"expected deals as 1 or more, or None; not {deals!r:.40}")
        self.deals = number
        self.reward = reward
        self.mask = mask
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seed: int | None = None
        self._episode = 0
        self._match: Match | None = None
        self._views: dict[int, View] = {}
        self._scores: list[int] = []
        self._ended_deals = 0
        self._make_spaces()

    def _make_spaces(self) -> None:
        actions = actions_of(self.rules)
        for_all = size(self.rules) * self.rules.players
        self.state_space = spaces.Box(0, 1, (for_all,), np.float32)
        self.observation_spaces = {}
        self.action_spaces = {}
        for agent in self.possible_agents:
            box = spaces.Box(0, 1, (size(self.rules),), np.float32)
            masks = spaces.Box(0, 1, (actions,), np.int8)
            self.observation_spaces[agent] = (
                spaces.Dict({"observation": box, "action_mask": masks})
                if self.mask == "observation"
                else box
            )
            self.action_spaces[agent] = spaces.Discrete(actions)

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    # Episodes

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode.

        Args:
            seed: the seed of every pack and cut of this episode, and of later episodes started
                without a seed. If no seed was ever given, the first one comes from the system.
            options: ``dealer``, the seat that deals first; without it the rules decide. Other
                options are for wrappers, and are ignored.

        Raises:
            EnvError: ``bad_seed`` or ``bad_option``.
        """
        if seed is not None:
            self._seed, self._episode = check_seed(seed), 0
        elif self._seed is None:
            self._seed = secrets.randbits(62)
        else:
            self._episode += 1
        self._match = self._begin(f"{self._seed} {self._episode}", _dealer(options, self.rules))
        self._views.clear()
        self._scores = list(self._view(0).scores)
        self._ended_deals = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._update_infos()

    def _begin(self, chance: str, dealer: int | None) -> Match:
        names = tuple([Seated(agent) for agent in self.possible_agents])
        rules = self.rules
        if dealer is None and rules.first_deal == "chosen":
            dealer = 0
        match = Match(Setup("env", rules, names, dealer=dealer), secrets=seeded_secrets(chance))
        for seat in range(rules.players):
            match.automate(seat, _AUTOMATIC)
        return match

    def step(self, action: int | None) -> None:
        """Take an action for the agent to act.

        Args:
            action: the number of the action; ``None`` for an agent whose episode is over.

        Raises:
            EnvError: ``bad_action`` or ``illegal_action``; the state is unchanged then.
        """
        match = self._table()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seats[agent]
        chosen = action_of(_number(action), self._view(seat))
        refusal = match.why_not(seat, chosen)
        if refusal is not None:
            text = self.action_text(_number(action))
            raise EnvError("illegal_action", f"{agent} may not {text} now: {refusal}")
        entries = match.act(seat, chosen)
        self._views.clear()
        self._cumulative_rewards[agent] = 0.0
        self._settle(entries)
        self._update_infos()
        self._accumulate_rewards()
        self._deads_step_first()

    def _settle(self, entries: Iterable[Entry]) -> None:
        """Convert events into rewards, and end the episode if it is over."""
        rules = self.rules
        gained, shares = np.zeros(rules.sides), np.zeros(rules.sides, np.float32)
        over = False
        for _, event in entries:
            if isinstance(event, Scored):
                side = rules.side(event.seat)
                gained[side] += event.score - self._scores[side]
                self._scores[side] = event.score
            elif isinstance(event, GameEnded):
                shares = shares_of(np.isin(range(rules.sides), event.result.winners))
                over = True
            elif isinstance(event, DealEnded):
                self._ended_deals += 1
        rewards = zero_sum(gained) if self.reward == "points" else shares
        cut_short = not over and self.deals is not None and self._ended_deals >= self.deals
        for agent in self.agents:
            self.rewards[agent] = float(rewards[rules.side(self._seats[agent])])
            self.terminations[agent] = over
            self.truncations[agent] = cut_short

    def _update_infos(self) -> None:
        """Set the agent to act, and the infos with the legal actions."""
        seat = self._to_act()
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def _to_act(self) -> int | None:
        """Return the seat to act; among several that discard, the first from the dealer's left."""
        view = self._view(0)
        if not view.to_act:
            return None
        first = (view.dealer or 0) + 1
        return min(view.to_act, key=lambda seat: (seat - first) % self.rules.players)

    # Observations

    def observe(self, agent: str) -> Any:
        """Return the current observation of an agent, whether or not it is to act.

        Returns:
            A dictionary of ``observation``, float32[size], in the layout
            :data:`pegout.env.observation.LAYOUT`, and ``action_mask``, int8[actions], all 0 except
            for the agent to act. With ``mask="info"`` the observation alone.
        """
        seen = seen_of_view(self._view(self._seats[agent]), self._to_act())
        observation: NDArray[np.float32] = encode(seen, self.rules)[0]
        if self.mask == "info":
            return observation
        return {"observation": observation, "action_mask": self._mask(agent)}

    def state(self) -> NDArray[np.float32]:
        """Return the observations of all agents, concatenated.

        The state contains everything except the pack. It is meant for centralised critics.
        """
        turn = self._to_act()
        views = [self._view(seat) for seat in range(self.rules.players)]
        return np.concatenate([encode(seen_of_view(view, turn), self.rules)[0] for view in views])

    def action_text(self, action: int) -> str:
        """Describe an action of the agent to act: ``discard 2S 6C``, ``play 5H``.

        Raises:
            EnvError: ``bad_action``.
        """
        dealt = self._view(self._seats[self.agent_selection]).dealt if self._match else None
        return action_text(action, self.rules, dealt)

    def render(self) -> str | None:
        """Render the table as text, with all hands open.

        Returns:
            The text if ``render_mode`` is ``ansi``.

        Raises:
            EnvError: ``bad_option`` if there is no ``render_mode``.
        """
        if self.render_mode is None:
            raise EnvError("bad_option", "to render, make the table with render_mode='ansi'")
        text = self._text()
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def _text(self) -> str:
        t = language("en")
        view = self._view(0)
        teller = Teller(t, self.possible_agents, None, self.rules, single=True)
        starter = "" if view.starter is None else shorts([view.starter])
        lines = [
            f"{prompts.phase(teller, view)}, {prompts.crib(teller, view)} {starter}".rstrip(),
            prompts.scores(teller, view.scores),
            prompts.pile(teller, view),
        ]
        for seat, agent in enumerate(self.possible_agents):
            own = self._view(seat)
            lines.append(f"{agent}: {shorts(own.hand)} / {shorts(own.discards)}".rstrip(" /"))
        if view.phase is Phase.OVER:
            lines.append(prompts.turn(teller, view))
        else:
            lines.append(prompts.waiting(teller, replace(view, to_act=frozenset([self._turn()]))))
        return "\n".join(lines) + "\n"

    def _turn(self) -> int:
        seat = self._to_act()
        assert seat is not None, "a seat has to act until the game is over"
        return seat

    def close(self) -> None:
        """Close the environment; it has no resources to release."""

    def _info(self, agent: str) -> dict[str, Any]:
        return {"action_mask": self._mask(agent)} if self.mask == "info" else {}

    def _mask(self, agent: str) -> NDArray[np.int8]:
        seat = self._seats[agent]
        if seat == self._to_act() and not (self.terminations[agent] or self.truncations[agent]):
            return legal_mask(self._view(seat))
        return np.zeros(actions_of(self.rules), np.int8)

    def _view(self, seat: int) -> View:
        found = self._views.get(seat)
        if found is None:
            found = self._views[seat] = self._table().view(seat)
        return found

    def _table(self) -> Match:
        if self._match is None:
            raise EnvError("not_begun", "call reset() before anything else")
        return self._match


def _one_of(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        names = ", ".join(map(repr, allowed))
        raise EnvError("bad_option", f"{name} is one of {names}; not {value!r:.40}")


def _dealer(options: dict[str, Any] | None, rules: Rules) -> int | None:
    dealer: Any = (options or {}).get("dealer")
    if dealer is None:
        return None
    whole = isinstance(dealer, int | np.integer) and not isinstance(dealer, bool)
    if not whole or not 0 <= dealer < rules.players:
        raise EnvError(
            "bad_option", f"the dealer is a seat from 0 to {rules.players - 1}, not {dealer!r:.40}"
        )
    return int(dealer)


def _number(action: int | None) -> int:
    if action is None:
        raise EnvError("bad_action", "expected the number of an action; None is for the finished")
    return action
