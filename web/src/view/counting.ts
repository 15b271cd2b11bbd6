// Reports how a deck is read: for how long each slide was shown, whether the end was reached and where the view ended.
// Nothing names the reader, and browsers that ask not to be tracked report nothing.

/** A slide that is shown for fewer milliseconds was only skipped over, and is not counted. */
const MIN_DURATION = 1000;

export class Counting {
  private shown: Record<string, number> = {};
  private slide: string | undefined;
  private since = performance.now();
  private finished = false;
  private isFinishReported = false;

  constructor(private readonly address: string | undefined) {
    const asked = navigator as Navigator & { globalPrivacyControl?: boolean };
    if (asked.doNotTrack === "1" || asked.globalPrivacyControl) this.address = undefined;
    if (!this.address) return;
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.report(false);
      else this.since = performance.now();
    });
    addEventListener("pagehide", () => this.report(true));
  }

  /** Another slide is shown. */
  show(slide: string | undefined, isLast: boolean) {
    if (slide === this.slide) return;
    this.stop();
    this.slide = slide;
    if (isLast) this.finished = true;
  }

  private stop() {
    const now = performance.now();
    const time = Math.round(now - this.since);
    this.since = now;
    if (!this.slide || time < MIN_DURATION) return;
    this.shown[this.slide] = (this.shown[this.slide] ?? 0) + time;
  }

  private report(isEnd: boolean) {
    if (document.visibilityState !== "hidden" || !isEnd) this.stop();
    const report: { shown: Record<string, number>; finished?: boolean; left?: string } = {
      shown: this.shown,
    };
    if (this.finished && !this.isFinishReported) report.finished = this.isFinishReported = true;
    if (isEnd && this.slide) report.left = this.slide;
    if (!isEnd && !report.finished && Object.keys(this.shown).length === 0) return;
    this.shown = {};
    if (this.address) navigator.sendBeacon(this.address, JSON.stringify(report));
  }
}
