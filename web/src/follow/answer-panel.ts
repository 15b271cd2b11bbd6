// The answer to a slide: options, a scale, or a text. Each device has one answer and may change it.

import { ApiError, api } from "../lib/api";
import type { InteractionPrompt, InteractionState, Routes } from "../lib/api-types";
import { retryLater } from "../lib/retry";
import { find, make, announce, t } from "./page";

type Current = Routes["GET /api/follow/{id}/interactions/current"]["answer"];

const LETTERS = "ABCDEFGHIJKLMNOP";

/** The panel below the slide. */
export class AnswerPanel {
  private readonly panel = find("answer");
  private interaction: InteractionPrompt | undefined;
  private state: InteractionState | undefined;
  private message = "";
  private slideId = "";

  constructor(
    private readonly session: string,
    private readonly lang: string,
  ) {}

  /** Sets the slide of the speaker. */
  setSlide(slide: string) {
    if (this.interaction && this.interaction.slideId !== slide) this.clear();
    this.slideId = slide;
  }

  /** Updates the panel. The question is loaded the first time. */
  async update(state: InteractionState) {
    if (state.slideId !== this.slideId && this.slideId) return;
    if (this.interaction?.slideId === state.slideId) {
      const before = this.state;
      const { myVote, myText } = before ?? {};
      this.state = {
        ...(myVote !== undefined && { myVote }),
        ...(myText !== undefined && { myText }),
        ...state,
      };
      // The answers were reset, this device's included.
      if (state.total === 0) this.forget();
      if (before && before.open !== state.open) {
        this.message = "";
        this.announce();
      }
      this.draw();
      return;
    }
    await this.fetch();
  }

  /** Loads the question and the answer of this device. */
  async fetch(tries = 0) {
    const { slideId } = this;
    let current: Current;
    try {
      current = await api.get("/api/follow/{id}/interactions/current", {
        id: this.session,
        query: { lang: this.lang },
      });
    } catch {
      const isWanted = () => slideId === this.slideId && !this.interaction;
      void retryLater(tries, isWanted, (tries) => void this.fetch(tries));
      return;
    }
    // The speaker has moved on; the new slide is loaded by its own event.
    if (slideId !== this.slideId) return;
    const { interaction, interactionState } = current;
    if (!interaction || !interactionState) return this.clear();
    // A statement without options cannot be answered.
    if (interaction.type !== "feedback" && !interaction.options?.length) return this.clear();
    const isNew = this.interaction?.slideId !== interaction.slideId;
    if (isNew) this.message = "";
    this.interaction = interaction;
    this.state = interactionState;
    this.draw(isNew);
    if (isNew) this.announce();
  }

  private forget() {
    if (!this.state) return;
    delete this.state.myVote;
    delete this.state.myText;
  }

  private announce() {
    const kind = this.interaction?.type === "feedback" ? "feedback" : "answer";
    announce(t(`hall.${kind}.${this.state?.open ? "open" : "closed"}`));
  }

  private clear() {
    this.interaction = undefined;
    this.state = undefined;
    this.panel.hidden = true;
    this.panel.replaceChildren();
    find("skip").hidden = true;
  }

  private draw(anew = false) {
    const { interaction, state } = this;
    if (!interaction || !state) return;
    const focused = document.activeElement?.id ?? "";
    const typed = this.panel.querySelector("textarea");
    const parts: HTMLElement[] = [];
    if (interaction.question) parts.push(make("h2", "", interaction.question));
    if (interaction.type === "feedback") {
      if (!anew && typed && state.open) {
        // The text that is being written stays.
        this.panel.querySelector("h2")?.replaceChildren(interaction.question);
        return this.drawMessage();
      }
      parts.push(...this.feedback(state));
    } else {
      parts.push(this.options(interaction, state));
    }
    const line = make("p", "note");
    line.id = "answer-note";
    line.setAttribute("role", "status");
    parts.push(line);
    this.panel.replaceChildren(...parts);
    this.panel.hidden = false;
    find("skip").hidden = false;
    this.drawMessage();
    if (focused.startsWith("option-")) document.getElementById(focused)?.focus();
  }

  private drawMessage() {
    const { interaction, state } = this;
    const line = document.getElementById("answer-note");
    if (!line || !state || !interaction) return;
    const feedback = interaction.type === "feedback";
    const texts = [this.message];
    if (!this.message) {
      if (!state.open) texts.push(t(feedback ? "hall.feedback.closed" : "hall.answer.closed"));
      else if (feedback && state.myText !== undefined) texts.push(t("hall.feedback.in"));
      else if (state.myVote !== undefined) texts.push(t("hall.answer.in"));
      if (!feedback && state.open && state.totals === undefined && state.myVote !== undefined) {
        texts.push(t("hall.answer.later"));
      }
    }
    const count =
      state.total && t(feedback ? "hall.feedback.count" : "hall.answer.votes", { n: state.total });
    const text = [texts.filter(Boolean).join(" "), count].filter(Boolean).join("\n");
    if (line.textContent !== text) line.textContent = text;
  }

  private options(interaction: InteractionPrompt, state: InteractionState): HTMLElement {
    const texts = interaction.options ?? [];
    const scale = interaction.type === "likert" && texts.every((option) => option.length <= 2);
    const list = make("fieldset", scale ? "options scale" : "options");
    list.disabled = !state.open;
    list.append(make("legend", "unseen", interaction.question || t("hall.answer.label")));
    // The results of others are visible only after an answer.
    const shown = state.totals && (!state.open || state.myVote !== undefined) ? state.totals : undefined;
    const most = Math.max(1, state.total);
    texts.forEach((text, index) => {
      const option = make("label", "option");
      const choice = make("input");
      choice.type = "radio";
      choice.name = "option";
      choice.id = `option-${index}`;
      choice.checked = state.myVote === index;
      choice.addEventListener("change", () => void this.vote(index));
      option.append(choice);
      if (!scale) option.append(make("span", "letter", LETTERS[index] ?? ""));
      option.append(make("span", "words", text));
      if (shown) {
        const count = shown[index] ?? 0;
        option.append(make("span", "count", String(count)));
        const share = make("span", "share");
        share.style.setProperty("--share", `${(100 * count) / most}%`);
        option.append(share);
      }
      list.append(option);
    });
    return list;
  }

  private feedback(state: InteractionState): HTMLElement[] {
    if (!state.open) return state.myText ? [make("blockquote", "mine", state.myText)] : [];
    const form = make("form", "feedback");
    const label = make("label", "unseen", t("hall.feedback.field"));
    label.htmlFor = "feedback";
    const text = make("textarea");
    text.id = "feedback";
    text.maxLength = 4000;
    text.rows = 5;
    text.required = true;
    text.value = state.myText ?? "";
    const key = state.myText === undefined ? "hall.feedback.send" : "hall.feedback.replace";
    form.append(label, text, make("button", "tool filled wide", t(key)));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const words = text.value.trim();
      if (words)
        void this.send((path) =>
          api.post("/api/follow/{id}/interactions/{slide}/feedback", { ...path, body: { text: words } }),
        );
    });
    return [form];
  }

  private async vote(index: number) {
    const before = this.state?.myVote;
    if (this.state) this.state.myVote = index;
    this.message = "";
    this.draw();
    const isSent = await this.send((path) =>
      api.post("/api/follow/{id}/interactions/{slide}/vote", { ...path, body: { optionIndex: index } }),
    );
    if (isSent || !this.state) return;
    if (before === undefined) delete this.state.myVote;
    else this.state.myVote = before;
    this.draw();
  }

  private async send(
    post: (path: { id: string; slide: string }) => Promise<{ interactionState: InteractionState }>,
  ): Promise<boolean> {
    const slide = this.interaction?.slideId ?? "";
    try {
      const answer = await post({ id: this.session, slide });
      if (this.interaction?.slideId !== slide) return true;
      this.state = answer.interactionState;
      this.message = "";
      this.draw(true);
      return true;
    } catch (fault) {
      const refusal = fault instanceof ApiError ? fault.status : 0;
      if (refusal === 409) void this.fetch();
      else if (refusal === 429) this.message = t("hall.answer.fast");
      else this.message = t(refusal ? "hall.answer.failed" : "hall.answer.waiting");
      this.drawMessage();
      return false;
    }
  }
}
