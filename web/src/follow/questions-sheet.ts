// Questions to the speaker: asking, voting and taking back.

import { ApiError, api } from "../lib/api";
import type { Question } from "../lib/api-types";
import { find, make, t } from "./page";

/** The sheet with the questions. */
export class QuestionsSheet {
  private readonly dialog = find<HTMLDialogElement>("questions");
  private readonly form = find<HTMLFormElement>("asking");
  private readonly note = find("asked");
  private readonly closed = find("questions-closed");
  private isSending = false;
  constructor(
    private readonly session: string,
    opener: HTMLElement,
  ) {
    opener.addEventListener("click", () => {
      this.dialog.showModal();
      this.note.textContent = "";
      void this.load();
    });
    find("close").addEventListener("click", () => this.dialog.close());
    // A tap outside the sheet closes it.
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.ask();
    });
  }

  /** Reloads the questions while the sheet is open. */
  refresh() {
    if (this.dialog.open) void this.load();
  }

  private async load() {
    try {
      const { questions, open } = await api.get("/api/follow/{id}/questions", { id: this.session });
      this.form.hidden = !open;
      this.closed.hidden = open;
      this.draw(questions);
    } catch {
      // The list stays; the next change loads it again.
    }
  }

  private async ask() {
    const fields = new FormData(this.form);
    const text = String(fields.get("text") ?? "").trim();
    const authorName = String(fields.get("name") ?? "").trim();
    // A second tap before the answer would ask the same again.
    if (!text || this.isSending) return;
    this.isSending = true;
    try {
      const body = { text, ...(authorName && { authorName }) };
      await api.post("/api/follow/{id}/questions", { id: this.session, body });
      const field = this.form.querySelector("textarea");
      if (field) field.value = "";
      this.note.textContent = t("hall.questions.sent");
      await this.load();
    } catch (fault) {
      this.note.textContent = t(refusalText(fault));
      if (fault instanceof ApiError && fault.status === 409) await this.load();
    } finally {
      this.isSending = false;
    }
  }

  private draw(questions: Question[]) {
    const list = find("list");
    const focused = (document.activeElement as HTMLElement | null)?.dataset["question"];
    list.replaceChildren(...questions.map((question) => this.row(question)));
    if (!questions.length) list.append(make("li", "empty", t("hall.questions.empty")));
    if (focused) list.querySelector<HTMLElement>(`[data-question="${CSS.escape(focused)}"]`)?.focus();
  }

  private row(question: Question): HTMLElement {
    const row = make("li");
    row.append(make("p", "", question.text));
    const foot = make("div", "foot");
    const marks = [question.mine ? t("hall.questions.mine") : question.authorName];
    if (question.status !== "active") marks.push(t(`hall.questions.${question.status}`));
    foot.append(make("span", "by", marks.filter(Boolean).join(" · ")));
    const button = make("button", "tool");
    button.type = "button";
    button.dataset["question"] = question.id;
    if (question.mine) {
      button.textContent = t("hall.questions.cancel");
      button.addEventListener("click", () => void this.act(question.id, "cancel"));
    } else {
      button.textContent = t("hall.questions.too", { n: question.upvotes });
      button.setAttribute("aria-pressed", String(question.upvoted ?? false));
      if (!question.upvoted) button.addEventListener("click", () => void this.act(question.id, "upvote"));
    }
    foot.append(button);
    row.append(foot);
    return row;
  }

  private async act(question: string, what: "upvote" | "cancel") {
    try {
      await api.post(`/api/follow/{id}/questions/{question}/${what}`, { id: this.session, question });
    } catch (fault) {
      const fast = fault instanceof ApiError && fault.status === 429;
      this.note.textContent = t(fast ? "hall.answer.fast" : "hall.questions.failed");
    }
    await this.load();
  }
}

/** The text that says why a question was not accepted. */
function refusalText(fault: unknown) {
  if (!(fault instanceof ApiError)) return "hall.questions.failed";
  if (fault.status === 403) return "hall.questions.off";
  if (fault.status === 409) return "hall.questions.closed";
  if (fault.status === 429) return "hall.answer.fast";
  return fault.code === "limit_exceeded" ? "hall.questions.full" : "hall.questions.failed";
}
