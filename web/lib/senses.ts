/** A nudge in the hand. */

export const canVibrate = (): boolean => typeof navigator.vibrate === "function" && typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

/** Two short ones: it is your turn. */
export function nudge(): void {
  if (canVibrate()) navigator.vibrate([40, 60, 40]);
}

/** Call back when the device is shaken; returns how to stop. Nothing happens where there is no such sense, or it is not allowed. */
export function shaken(callback: () => void): () => void {
  let last: { x: number; y: number; z: number } | null = null;
  let when = 0;
  const moved = ({ accelerationIncludingGravity: felt }: DeviceMotionEvent) => {
    if (!felt) return;
    const now = { x: felt.x ?? 0, y: felt.y ?? 0, z: felt.z ?? 0 };
    const jerk = last ? Math.abs(now.x - last.x) + Math.abs(now.y - last.y) + Math.abs(now.z - last.z) : 0;
    last = now;
    if (jerk > 22 && Date.now() - when > 600) {
      when = Date.now();
      callback();
    }
  };
  addEventListener("devicemotion", moved);
  return () => removeEventListener("devicemotion", moved);
}
