/** Soft sounds of wood, cloth, paper and a bell, made here: no files. Each is shorter than 400 ms. */

export type Sound = "turn" | "roll" | "place" | "card" | "swap" | "score" | "write" | "box" | "lock" | "win";

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;
const LOUD = 0.14;

function fading(at: number, loud: number, seconds: number): GainNode {
  const gain = context!.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(context!.destination);
  return gain;
}

/** Wood on wood: a short tone that falls. */
function knock(after: number, pitch: number, loud = LOUD, seconds = 0.13): void {
  const at = context!.currentTime + after;
  const tone = context!.createOscillator();
  tone.type = "sine";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.55, at + seconds * 0.7);
  tone.connect(fading(at, loud, seconds));
  tone.start(at);
  tone.stop(at + seconds);
}

/** A tone that stays: a bell, a note. */
function ring(after: number, pitch: number, loud = LOUD / 2, seconds = 0.34): void {
  const at = context!.currentTime + after;
  for (const [part, share] of [[1, 1], [2.76, 0.3]] as const) {
    const tone = context!.createOscillator();
    tone.frequency.value = pitch * part;
    tone.connect(fading(at, loud * share, seconds));
    tone.start(at);
    tone.stop(at + seconds);
  }
}

/** Cloth, paper, pencil: noise in a band. */
function rustle(after: number, pitch: number, seconds: number, loud = LOUD / 2): void {
  const at = context!.currentTime + after;
  noise ??= whisper();
  const source = context!.createBufferSource();
  const band = context!.createBiquadFilter();
  source.buffer = noise;
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(fading(at, loud, seconds));
  source.start(at, Math.random() * 0.5, seconds);
}

function whisper(): AudioBuffer {
  const made = context!.createBuffer(1, context!.sampleRate, context!.sampleRate);
  const data = made.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return made;
}

/** Dice on wood, never twice the same. */
function dice(): void {
  for (const after of [0, 0.06, 0.15, 0.21, 0.26]) knock(after + Math.random() * 0.02, 190 + Math.random() * 90, LOUD * 0.8, 0.09);
}

export const SOUNDS: Record<Sound, () => void> = {
  turn: () => { knock(0, 320); knock(0.15, 400); },
  roll: dice,
  place: () => knock(0, 240),
  card: () => rustle(0, 2400, 0.12),
  swap: () => { knock(0, 170); knock(0.12, 230); },
  score: () => { rustle(0, 500, 0.3, LOUD); knock(0.2, 120, LOUD, 0.18); },
  write: () => { rustle(0, 4200, 0.11); rustle(0.14, 3600, 0.16); },
  box: () => ring(0, 1046),
  lock: () => { knock(0, 520, LOUD * 0.6, 0.05); knock(0.08, 210); },
  win: () => { ring(0, 392); ring(0.12, 494, LOUD / 2, 0.28); ring(0.24, 587, LOUD / 2, 0.16); },
};

/** Make a sound; where there is none to be had, nothing. */
export function play(sound: Sound): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    SOUNDS[sound]();
  } catch {
    /* no sound here */
  }
}

const OF_EVENT: Record<string, Sound> = {
  rolled: "roll", thrown: "roll", placed: "place", played: "place", swapped: "swap", scored: "score", unclaimed: "score", drew: "card", drew_unseen: "card",
  passed: "card", wrote: "write", crossed: "write", box: "box", shell: "box", locked: "lock", took_back: "place",
};
const WEIGHT: Sound[] = ["card", "place", "write", "roll", "swap", "box", "lock", "score"]; // the later one of several at once is heard

/** The one sound for what a message brought. */
export function soundOf(events: readonly { event: string }[]): Sound | null {
  const heard = events.flatMap(({ event }) => OF_EVENT[event] ?? []);
  return heard.sort((one, other) => WEIGHT.indexOf(other) - WEIGHT.indexOf(one))[0] ?? null;
}
