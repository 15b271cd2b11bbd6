// Keeps the screen on, where the browser can.

/** Whether it can: over plain http it cannot. */
export const canStayAwake = "wakeLock" in navigator;

let wanted = false;
let lock: WakeLockSentinel | undefined;

async function take(): Promise<boolean> {
  if (!wanted || !canStayAwake || document.hidden) return false;
  if (lock && !lock.released) return true;
  try {
    lock = await navigator.wakeLock.request("screen");
    return true;
  } catch {
    return false;
  }
}

document.addEventListener("visibilitychange", () => void take());

/** Keeps the screen on from now, or lets it sleep; answers whether it stays on. */
export async function stayAwake(on: boolean): Promise<boolean> {
  wanted = on;
  if (on) return take();
  await lock?.release().catch(() => undefined);
  lock = undefined;
  return false;
}
