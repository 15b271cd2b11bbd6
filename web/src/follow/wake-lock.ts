// Keeps the screen on where the browser supports it.

/** Not supported over plain http. */
export const canKeepScreenOn = "wakeLock" in navigator;

let wanted = false;
let lock: WakeLockSentinel | undefined;

async function acquire(): Promise<boolean> {
  if (!wanted || !canKeepScreenOn || document.hidden) return false;
  if (lock && !lock.released) return true;
  try {
    lock = await navigator.wakeLock.request("screen");
    return true;
  } catch {
    return false;
  }
}

document.addEventListener("visibilitychange", () => void acquire());

/** Keeps the screen on, or lets it sleep. Returns whether it stays on. */
export async function keepScreenOn(on: boolean): Promise<boolean> {
  wanted = on;
  if (on) return acquire();
  await lock?.release().catch(() => undefined);
  lock = undefined;
  return false;
}
