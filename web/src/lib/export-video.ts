// Exports a deck as a video: a job on the server, with its progress. Loaded with the first video.

import { ApiError, Offline, api, localized } from "./api";
import { download } from "./download";
import { showFailure } from "./export-failure";
import { t } from "./i18n";
import { size } from "./time";
import { changingToast, toast } from "./toasts.svelte";

const JOB = "/api/presentations/{id}/video/{job}";
const INTERVAL = 700;
/** The maximum time for which the message is shown, in milliseconds: longer than the server takes for a video. */
const MAX_SHOWN = 2 * 3600_000;

type Choices = Record<string, string>;

/** The request for a video with the parameters of other exports. */
export function videoRequest(lang: string | undefined, choices: Choices) {
  const { slides, hidden, width, seconds, rehearsal, captions } = choices;
  return {
    ...(lang ? { lang } : {}),
    ...(slides ? { slides } : {}),
    ...(hidden ? { hidden: true } : {}),
    ...(width ? { width: Number(width) } : {}),
    ...(seconds ? { seconds: Number(seconds) } : {}),
    ...(rehearsal ? { rehearsal: true } : {}),
    ...(captions === "0" ? { captions: false } : {}),
  };
}

/** Makes a video and saves it. It can be stopped. Returns whether the file was saved. */
export async function exportVideo(id: string, lang: string | undefined, choices: Choices): Promise<boolean> {
  let isStopped = false;
  let job: string | undefined;
  const stop = () => {
    isStopped = true;
    if (job) void api.delete(JOB, { id, job }).catch(() => undefined);
  };
  const label = t("common.export.video");
  const shown = changingToast({
    text: t("common.export.drawing", { form: label }),
    action: { label: t("common.stop"), run: stop },
    ms: MAX_SHOWN,
  });
  try {
    const begun = await api.post("/api/presentations/{id}/video", { id, body: videoRequest(lang, choices) });
    job = begun.job.id;
    if (isStopped) stop();
    let now = begun.job;
    while (now.state === "running" && !isStopped) {
      shown.say(
        t("common.export.video.progress", { n: Math.min(now.done + 1, now.total), count: now.total }),
      );
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
      if (isStopped) break;
      try {
        now = (await api.get(JOB, { id, job })).job;
      } catch (fault) {
        // The server goes on while it cannot be reached.
        if (!(fault instanceof Offline)) throw fault;
      }
    }
    if (isStopped) return false;
    if (now.state === "failed") {
      const details = await localized(now.error ?? "", "failed");
      throw new ApiError(500, "failed", details, undefined, undefined);
    }
    const file = `/api/presentations/${encodeURIComponent(id)}/video/${job}`;
    const saved = await download(`${file}/video.mp4`);
    const captions = {
      label: t("common.export.video.captions"),
      run: () => void download(`${file}/captions.vtt`).catch((fault) => showFailure(fault, captions.run)),
    };
    toast({
      text: t("common.export.done", { file: saved.name, size: size(saved.bytes) }),
      action: now.hasCaptions ? captions : undefined,
    });
    return true;
  } catch (fault) {
    // A job that was stopped no longer exists.
    if (isStopped) return false;
    showFailure(fault, () => void exportVideo(id, lang, choices));
    return false;
  } finally {
    shown.end();
  }
}
