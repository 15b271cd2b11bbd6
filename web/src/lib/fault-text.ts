// The text for people about a request that failed.

import { ApiError } from "./api";
import { t } from "./i18n";

/** The details of the server's error, or a general text for another error. */
export function faultText(fault: unknown): string {
  return fault instanceof ApiError && fault.details ? fault.details : t("common.failed");
}
