// The other screen, and the wake lock.

type Screens = {
  screens: { availLeft: number; availTop: number; availWidth: number; availHeight: number }[];
  currentScreen: unknown;
};

/** The window features for the other screen, where the browser knows its position. */
export async function otherScreen(): Promise<string> {
  const usual = "popup,width=1280,height=720";
  const withScreens = window as unknown as { getScreenDetails?: () => Promise<Screens> };
  if (!withScreens.getScreenDetails || !(screen as unknown as { isExtended?: boolean }).isExtended)
    return usual;
  try {
    const details = await withScreens.getScreenDetails();
    const other = details.screens.find((screen) => screen !== details.currentScreen);
    if (!other) return usual;
    return `popup,left=${other.availLeft},top=${other.availTop},width=${other.availWidth},height=${other.availHeight}`;
  } catch {
    return usual;
  }
}

/** Keeps the screen on while the page is visible. Returns a function that ends it. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let ended = false;
  const requestLock = async () => {
    if (document.visibilityState !== "visible" || ended) return;
    // Not available over plain http, and a phone in power-saving mode may refuse.
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", requestLock);
  void requestLock();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", requestLock);
    void lock?.release();
  };
}
