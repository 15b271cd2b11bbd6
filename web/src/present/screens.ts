// Screens: the other one beside this one, and keeping either awake.

type Screens = {
  screens: { availLeft: number; availTop: number; availWidth: number; availHeight: number }[];
  currentScreen: unknown;
};

/** The features of a window on the other screen, where there is one and the browser tells where. */
export async function otherScreen(): Promise<string> {
  const usual = "popup,width=1280,height=720";
  const asked = window as unknown as { getScreenDetails?: () => Promise<Screens> };
  if (!asked.getScreenDetails || !(screen as unknown as { isExtended?: boolean }).isExtended) return usual;
  try {
    const details = await asked.getScreenDetails();
    const other = details.screens.find((screen) => screen !== details.currentScreen);
    if (!other) return usual;
    return `popup,left=${other.availLeft},top=${other.availTop},width=${other.availWidth},height=${other.availHeight}`;
  } catch {
    return usual;
  }
}

/** Keeps the screen on while the page is looked at; answers how to let it sleep. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let ended = false;
  const take = async () => {
    if (document.visibilityState !== "visible" || ended) return;
    // Over plain http there is none, and a phone that saves power may refuse.
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", take);
  void take();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
