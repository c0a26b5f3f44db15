/** Soft sounds of wood, made here: no files. */

let context: AudioContext | undefined;

function knock(at: number, pitch: number, loud = 0.16): void {
  const { destination } = context!;
  const tone = context!.createOscillator();
  const gain = context!.createGain();
  tone.type = "sine";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.55, at + 0.09);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.14);
  tone.connect(gain).connect(destination);
  tone.start(at);
  tone.stop(at + 0.16);
}

const TUNES: Record<string, [number, number][]> = {
  turn: [[0, 320], [0.15, 400]],
  clack: [[0, 240]],
  roll: [[0, 260], [0.06, 210], [0.15, 250], [0.21, 190]],
  win: [[0, 392], [0.14, 494], [0.28, 587]],
};

export function play(tune: keyof typeof TUNES): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const [after, pitch] of TUNES[tune] ?? []) knock(context.currentTime + after, pitch);
  } catch {
    /* no sound here */
  }
}
