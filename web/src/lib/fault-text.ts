// The text for people about a request that failed.

import { ApiError } from "./api";
import { t } from "./i18n";

/** What the server said, or that it failed. */
export function faultText(fault: unknown): string {
  return fault instanceof ApiError && fault.details ? fault.details : t("common.failed");
}
