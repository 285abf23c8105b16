/**
 * Sounds of wood and paper, synthesised with Web Audio. A sound is a list of layers, each a tone or
 * a burst of noise under an envelope; the lists are data, so that they can be tested without a
 * loudspeaker.
 */

import { settings } from "./settings.js";
import { mark } from "./words.js";

/**
 * @typedef {object} Layer
 * @property {"sine" | "triangle" | "noise"} source
 * @property {number} at the start, in seconds
 * @property {number} length the duration, in seconds
 * @property {number} attack the time to the peak, in seconds
 * @property {number} level the gain at the peak, 0 to 1
 * @property {number} pitch the frequency of a tone, or the centre frequency of the noise, in hertz
 * @property {number} [slide] the frequency at the end, in hertz
 * @property {number} [width] how narrow the band of noise is (the filter's Q)
 */

/** @typedef {"card" | "flip" | "cut" | "shuffle" | "peg" | "go" | "points" | "win" | "call"} SoundName */

/** The longest sound, in seconds. */
export const LONGEST = 0.4;

/**
 * The sound of a card's edge.
 * @param {number} at
 * @param {number} level
 * @param {number} pitch
 * @returns {Layer}
 */
function paper(at, level, pitch) {
  const slide = pitch * 0.6;
  return { source: "noise", at, length: 0.055, attack: 0.003, level, pitch, slide, width: 0.8 };
}

/**
 * A struck wooden bar: its tone, its overtone, and the knock of the mallet.
 * @param {number} at
 * @param {number} pitch
 * @param {number} level
 * @param {number} length
 * @returns {Layer[]}
 */
function wood(at, pitch, level, length) {
  const [over, knock] = [level * 0.3, level * 0.35];
  return [
    { source: "sine", at, length, attack: 0.002, level, pitch },
    { source: "sine", at, length: length * 0.45, attack: 0.001, level: over, pitch: pitch * 3.93 },
    { source: "noise", at, length: 0.014, attack: 0.001, level: knock, pitch: 2400, width: 0.9 },
  ];
}

/** @type {Readonly<Record<SoundName, readonly Layer[]>>} */
export const SOUNDS = Object.freeze({
  card: [
    paper(0, 0.34, 2600),
    { source: "sine", at: 0.012, length: 0.09, attack: 0.004, level: 0.32, pitch: 150, slide: 92 },
  ],
  flip: [paper(0, 0.2, 3400), paper(0.05, 0.28, 2100)],
  cut: [paper(0, 0.26, 1900), paper(0.09, 0.18, 2600), paper(0.17, 0.32, 1700)],
  shuffle: Array.from({ length: 14 }, (_, i) => paper(i * 0.024, 0.1 + 0.012 * i, 3000 - 70 * i)),
  peg: wood(0, 620, 0.4, 0.11),
  go: [
    { source: "triangle", at: 0, length: 0.34, attack: 0.02, level: 0.3, pitch: 147, slide: 138 },
    { source: "sine", at: 0, length: 0.38, attack: 0.03, level: 0.22, pitch: 73.5 },
  ],
  points: [...wood(0, 523.25, 0.28, 0.18), ...wood(0.1, 659.25, 0.32, 0.28)],
  win: [
    ...wood(0, 392, 0.24, 0.16),
    ...wood(0.08, 523.25, 0.24, 0.18),
    ...wood(0.16, 659.25, 0.26, 0.2),
    ...wood(0.22, 783.99, 0.3, 0.18),
  ],
  call: [...wood(0, 440, 0.3, 0.12), ...wood(0.14, 440, 0.3, 0.2)],
});

/** The captions of the sounds. */
const CAPTIONS = Object.freeze({
  card: mark("a card on the felt"),
  flip: mark("a card is turned over"),
  cut: mark("the pack is cut"),
  shuffle: mark("the cards are shuffled"),
  peg: mark("a peg in its hole"),
  go: mark("a low note"),
  points: mark("two rising notes"),
  win: mark("a small cadence"),
  call: mark("two knocks on wood"),
});

/**
 * Return the gain of a layer at a time: it rises, then decays as struck objects do.
 * @param {Layer} layer
 * @param {number} time the seconds since its start
 * @returns {number}
 */
export function envelope({ attack, length, level }, time) {
  if (time <= 0 || time >= length) return 0;
  if (time < attack) return (level * time) / attack;
  const fall = (time - attack) / (length - attack);
  return level * (1 - fall) * Math.exp(-3.2 * fall);
}

/**
 * Return the gain curve of a layer for the audio clock.
 * @param {Layer} layer
 * @param {number} [points]
 * @returns {Float32Array}
 */
export function curve(layer, points = 48) {
  const values = new Float32Array(points);
  const step = layer.length / (points - 1);
  for (let i = 0; i < points; i += 1) values[i] = envelope(layer, i * step);
  return values;
}

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** @param {AudioContext} audio */
function noiseOf(audio) {
  if (noise) return noise;
  noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * LONGEST), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return noise;
}

/**
 * A browser plays no sound before the user has interacted with the page.
 * @returns {AudioContext | null}
 */
function audio() {
  if (typeof AudioContext === "undefined") return null;
  if (!context) {
    if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return null;
    context = new AudioContext({ latencyHint: "interactive" });
  }
  if (context.state === "suspended") context.resume().catch(() => undefined);
  return context;
}

/**
 * @param {AudioContext} audio
 * @param {Layer} layer
 * @param {number} start
 */
function sound(audio, layer, start) {
  const from = start + layer.at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, from);
  gain.gain.setValueCurveAtTime(curve(layer), from, layer.length);
  gain.connect(audio.destination);
  let source;
  let pitch;
  if (layer.source === "noise") {
    source = audio.createBufferSource();
    source.buffer = noiseOf(audio);
    const band = audio.createBiquadFilter();
    band.type = "bandpass";
    band.Q.value = layer.width ?? 1;
    pitch = band.frequency;
    source.connect(band).connect(gain);
  } else {
    source = audio.createOscillator();
    source.type = layer.source;
    pitch = source.frequency;
    source.connect(gain);
  }
  pitch.setValueAtTime(layer.pitch, from);
  if (layer.slide) pitch.exponentialRampToValueAtTime(layer.slide, from + layer.length);
  source.start(from);
  source.stop(from + layer.length + 0.01);
}

export const sounds = Object.freeze({
  /**
   * Play a sound, if sounds are on.
   * @param {SoundName} name
   * @returns {string} the caption, to be translated with `t()`; empty when captions are off
   */
  play(name) {
    const wanted = settings.get();
    if (wanted.sounds) {
      const now = audio();
      if (now) for (const layer of SOUNDS[name]) sound(now, layer, now.currentTime + 0.005);
    }
    return wanted.captions ? CAPTIONS[name] : "";
  },
});
