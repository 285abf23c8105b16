/**
 * The geometry of a board: a function from (hole, lane) to a point. A board follows a route, a
 * chain of straights and bends; lanes run along it, with their holes in groups of five. A different
 * board is a different route.
 */

/**
 * @typedef {{x: number, y: number, angle: number}} Point `angle` is the direction of the track in
 *   radians.
 */
/** @typedef {{length: number, at: (s: number) => Point}} Segment */

/**
 * @typedef {object} Track
 * @property {number} width
 * @property {number} height
 * @property {number} target
 * @property {number} lanes
 * @property {number} pitch the distance from one hole to the next, in pixels
 * @property {number} gauge the distance from one lane to the next, in pixels
 * @property {number} bay the distance from the first straight to the next one inside, in pixels
 * @property {boolean} open whether the middle is free of holes, as on a short board
 * @property {(hole: number, lane: number) => Point} at the position of a hole: 0 and −1 are the
 *   start holes, fractions are between two holes, and the target is one hole for all lanes
 * @property {(hole: number, across: number) => Point} beside a point at this distance to the right
 *   of the centre of the track
 * @property {(from: number, to: number, across: number) => string} stretch the line from one hole
 *   to another, at this distance to the right of the centre of the track, as path data
 */

/** The width of a gap between two groups of five, in holes. */
const GAP = 0.75;
/** The distance between the two start holes of a lane, where both pegs begin. */
const START_STEP = 1.5;
/** The distance from the first start hole to the first hole, with room for the start line. */
const START = START_STEP + 2;
/** The distance from the last hole to the game hole. */
const FINISH = 1.6;
/** The longest game whose track has a single bend. */
const SHORT = 75;
/**
 * The least width, and the greatest ratio of the sides, of a box with room for a coil of five
 * straights.
 */
const [BROAD, SQUARE] = [360, 1.45];

/**
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 * @param {number} length
 * @returns {Segment}
 */
export function straight(x, y, angle, length) {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  return { length, at: (s) => ({ x: x + s * dx, y: y + s * dy, angle }) };
}

/**
 * Return a bend to the right.
 * @param {number} x the x of its centre
 * @param {number} y
 * @param {number} radius
 * @param {number} from the angle of its first point, seen from the centre
 * @param {number} turn
 * @returns {Segment}
 */
export function bend(x, y, radius, from, turn) {
  return {
    length: radius * turn,
    at(s) {
      const a = from + s / radius;
      return { x: x + radius * Math.cos(a), y: y + radius * Math.sin(a), angle: a + Math.PI / 2 };
    },
  };
}

/**
 * Join segments end to end. The first and the last continue straight beyond the ends.
 * @param {Segment[]} segments
 * @returns {Segment}
 */
export function chain(segments) {
  const length = segments.reduce((sum, segment) => sum + segment.length, 0);
  return {
    length,
    at(s) {
      let rest = s;
      for (const segment of segments.slice(0, -1)) {
        if (rest < segment.length) return segment.at(rest);
        rest -= segment.length;
      }
      return segments[segments.length - 1].at(rest);
    },
  };
}

/**
 * Return the route of an upright coil in a box: up on the left, round the top, down on the right,
 * round the bottom and up inside, for each straight. Two straights make a horseshoe, three a
 * paperclip, five a coil for a box that is almost square.
 * @param {number} across the width of the box
 * @param {number} along the height of the box
 * @param {number} margin the distance from the box to the centre of the track
 * @param {number} before the room before the first point of the route
 * @param {number} straights
 * @returns {Segment}
 */
export function coil(across, along, margin, before, straights) {
  const step = (across - 2 * margin) / (straights - 1);
  const outer = ((straights - 1) * step) / 2;
  // All bends at the top share one centre, and all at the bottom another.
  const top = margin + outer;
  const bottom = straights === 2 ? along - before : along - margin - outer + step / 2;
  const segments = [straight(margin, along - before, -Math.PI / 2, along - before - top)];
  const side = Math.max(0, bottom - top);
  let [left, right] = [0, straights - 1];
  for (let made = 1; made < straights; made += 1) {
    const down = made % 2 === 1;
    const [x, radius] = [margin + ((left + right) * step) / 2, ((right - left) * step) / 2];
    const from = margin + (down ? right : left) * step;
    const y = down ? top : bottom;
    segments.push(bend(x, y, radius, down ? Math.PI : 0, Math.PI));
    segments.push(straight(from, y, down ? Math.PI / 2 : -Math.PI / 2, side));
    if (down) left += 1;
    else right -= 1;
  }
  return chain(segments);
}

/**
 * Return the distance of a hole along the track, in holes, with the gaps.
 * @param {number} hole
 * @param {number} target
 * @returns {number}
 */
export function reach(hole, target) {
  if (hole <= 0) return (hole + 1) * START_STEP;
  const last = target - 1;
  /** @param {number} n @returns {number} */
  const whole = (n) => {
    if (n >= target) return whole(last) + FINISH;
    return n === 0 ? START_STEP : START + (n - 1) + Math.floor((n - 1) / 5) * GAP;
  };
  const [before, after] = [whole(Math.floor(hole)), whole(Math.ceil(hole))];
  return before + (after - before) * (hole - Math.floor(hole));
}

/**
 * @param {number} lane
 * @param {number} lanes
 * @param {number} gauge
 * @returns {number} the distance of a lane to the right of the centre of the track
 */
export function offset(lane, lanes, gauge) {
  return (lane - (lanes - 1) / 2) * gauge;
}

/**
 * @param {number} across
 * @param {number} along
 * @param {number} target
 */
function straightsFor(across, along, target) {
  if (target <= SHORT) return 2;
  return across >= BROAD && along < across * SQUARE ? 5 : 3;
}

/**
 * Fit a track into a box, on its side if the box is wider than high. The holes are as far apart as
 * possible, and equally spaced along the centre.
 * @param {{width: number, height: number, target: number, lanes: number}} asked
 * @returns {Track}
 */
export function createTrack({ width, height, target, lanes }) {
  const horizontal = width > height;
  const [across, along] = horizontal ? [height, width] : [width, height];
  const straights = straightsFor(across, along, target);
  const holes = reach(target, target);
  const rim = Math.min(15, 2.5 + across * 0.045);
  let gauge = Math.min((across * 0.26) / Math.max(2, lanes), Math.max(24, across * 0.042));
  let route = chain([straight(0, 0, 0, 0)]);
  let [pitch, bay] = [0, 0];
  // Lanes may be farther apart when holes are; a few rounds converge.
  for (let round = 0; round < 4; round += 1) {
    const margin = rim + (lanes * gauge) / 2 + gauge * 0.15;
    route = coil(across, along, margin, margin + Math.max(pitch * 1.2, gauge * 0.9), straights);
    pitch = route.length / holes;
    bay = (across - 2 * margin) / (straights - 1);
    gauge = Math.min(gauge, Math.max(pitch * 1.5, 9), (bay * 0.8) / lanes);
  }
  /** @param {number} s @param {number} beside @returns {Point} */
  const pointAt = (s, beside) => {
    const { x, y, angle } = route.at(s);
    const [px, py] = [x - beside * Math.sin(angle), y + beside * Math.cos(angle)];
    if (!horizontal) return { x: px, y: py, angle };
    return { x: width - py, y: px, angle: angle + Math.PI / 2 };
  };
  /** @param {number} hole @param {number} beside */
  const beside = (hole, beside) => pointAt(reach(hole, target) * pitch, beside);
  return {
    width,
    height,
    target,
    lanes,
    pitch,
    gauge,
    bay,
    open: straights === 2,
    beside,
    at(hole, lane) {
      const home = Math.min(1, Math.max(0, hole - (target - 1)));
      return beside(hole, offset(lane, lanes, gauge) * (1 - home));
    },
    stretch(from, to, across) {
      const [start, end] = [reach(from, target) * pitch, reach(to, target) * pitch];
      const steps = Math.max(2, Math.ceil((end - start) / (pitch * 0.7)));
      let path = "";
      for (let i = 0; i <= steps; i += 1) {
        const { x, y } = pointAt(start + ((end - start) * i) / steps, across);
        path += `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
      }
      return path;
    },
  };
}

/**
 * Return the holes that a peg touches: it jumps over the front peg, then moves on by fives.
 * @param {number} rear where the rear peg starts
 * @param {number} from the position of the front peg
 * @param {number} to
 * @returns {number[]} every hole that the peg touches, including the first and the last
 */
export function hops(rear, from, to) {
  const touched = [rear];
  for (let hole = from + 5; hole < to; hole += 5) touched.push(hole);
  if (to !== rear) touched.push(to);
  return touched;
}

/**
 * Return the position of a peg at a time between 0 and 1 of its move.
 * @param {number[]} touched the holes, as returned by `hops`
 * @param {number} time
 * @returns {{hole: number, lift: number}} `lift` is 0 in a hole and 1 at the top of an arc
 */
export function pegAt(touched, time) {
  const last = touched.length - 1;
  if (time >= 1 || last === 0) return { hole: touched[last], lift: 0 };
  if (time <= 0) return { hole: touched[0], lift: 0 };
  const at = time * last;
  const hop = Math.min(last - 1, Math.floor(at));
  const part = at - hop;
  const eased = part * part * (3 - 2 * part);
  const hole = touched[hop] + (touched[hop + 1] - touched[hop]) * eased;
  return { hole, lift: Math.sin(Math.PI * part) };
}
