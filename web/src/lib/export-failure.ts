// The message about an export that failed.

import { ApiError, Offline } from "./api";
import { t } from "./i18n";
import { sentence } from "./sentence";
import { toast } from "./toasts.svelte";

/** Shows why an export failed, and offers to try again. */
export function showFailure(fault: unknown, again: () => void) {
  const details =
    fault instanceof ApiError
      ? sentence(fault.details)
      : fault instanceof Offline
        ? t("common.needs.connection")
        : "";
  const action = { label: t("common.retry"), run: again };
  toast({ text: t("common.export.failed", { details }).trim(), action, tone: "danger" });
}
