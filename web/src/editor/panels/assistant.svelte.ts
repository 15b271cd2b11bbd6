// Requests to the assistant and its proposals. Nothing changes until a proposal is accepted; open proposals stay when
// the panel closes.

import { api, ApiError } from "../../lib/api";
import type { DailyUse, Proposal, Propose, FullVendor, Remark } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import { reachedDailyLimit } from "../../lib/daily-limit";
import { pathLabel } from "../inspector/field-control";
import type { EditorStore } from "../panel-types";
import { declarationAt } from "../store/catalogue";
import { remarkText } from "./advice";
import { isSame } from "./difference";

/** The error, and whether the built-in writer is an alternative. */
export type Failure = { text: string; details: string; tryBuiltIn: boolean };

const STORAGE_KEY = "lectern.writer";
const BUILT_IN = "builtin";

export class Assistant {
  vendors = $state.raw<FullVendor[]>([]);
  vendor = $state("");
  /** Null where requests are not limited. */
  daily = $state.raw<DailyUse | null>(null);
  state = $state<"idle" | "working" | "answered" | "failed">("idle");
  proposals = $state.raw<Proposal[]>([]);
  summary = $state("");
  /** The index of the selected proposal. */
  at = $state(0);
  /** The number of accepted proposals. */
  accepted = $state(0);
  failure = $state.raw<Failure>();
  /** The text in the input, preserved while the panel is closed. */
  command = $state("");
  readonly #store: EditorStore;
  #last: Propose | undefined;
  #stop: AbortController | undefined;

  constructor(store: EditorStore) {
    this.#store = store;
    void this.#loadVendors().then(() => this.#chooseVendor());
  }

  readonly current = $derived(this.proposals[Math.min(this.at, this.proposals.length - 1)]);
  readonly writer = $derived(this.vendors.find(({ id }) => id === this.vendor));
  /** Proposals that change something, unlike advice. */
  readonly acceptable = $derived(this.proposals.filter(({ edits }) => edits.length > 0));

  async #loadVendors() {
    try {
      const answer = await api.get("/api/ai/vendors");
      this.vendors = answer.vendors.filter(({ configured }) => configured);
      this.daily = answer.daily;
    } catch {
      // The known vendors stay.
    }
  }

  #chooseVendor() {
    const wanted = localStorage.getItem(STORAGE_KEY);
    const known = this.vendors.find(({ id }) => id === wanted) ?? this.vendors.find((one) => one.default);
    this.vendor = (known ?? this.vendors[0])?.id ?? "";
  }

  choose(vendor: string) {
    this.vendor = vendor;
    localStorage.setItem(STORAGE_KEY, vendor);
  }

  /** Requests proposals; earlier ones are dropped. */
  async ask(request: Propose) {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.#last = request;
    [this.state, this.proposals, this.at, this.accepted, this.failure] = ["working", [], 0, 0, undefined];
    try {
      await this.#store.flush();
      const body = { ...request, ...(this.vendor && { vendor: this.vendor }) };
      const input = { id: this.#store.deck.id, body };
      const answer = await api.post("/api/presentations/{id}/proposals", input, { signal: stop.signal });
      const proposals = answer.proposals.map((one) => ({
        ...one,
        why: this.#said(one.remark, one.why, one.slideId),
      }));
      this.summary = this.#said(answer.summaryRemark, answer.summary);
      [this.proposals, this.state] = [proposals, "answered"];
    } catch (fault) {
      if (stop.signal.aborted) return;
      this.state = "failed";
      this.failure = this.#failureOf(fault);
    } finally {
      if (this.daily) void this.#loadVendors();
    }
  }

  again() {
    if (this.#last) void this.ask(this.#last);
  }

  withBuiltIn() {
    this.choose(BUILT_IN);
    this.again();
  }

  stop() {
    this.#stop?.abort();
    this.state = "idle";
  }

  /** Whether the slides of a proposal are unchanged since it was made. */
  isFresh(proposal: Proposal): boolean {
    return proposal.before.every((before) => {
      const now = this.#store.deck.slides.find(({ id }) => id === before.id);
      return now !== undefined && now.type === before.type && isSame(now.content, before.content);
    });
  }

  accept(proposal: Proposal) {
    if (proposal.edits.length === 0 || !this.isFresh(proposal)) return;
    this.#store.edit(proposal.edits, t("panels.assist.step", { title: proposal.title }), {
      because: "assistant",
    });
    this.accepted += 1;
    this.#drop([proposal]);
    const to = proposal.after[0]?.id ?? proposal.slideId;
    if (to) this.#store.select(to);
  }

  /** Accepts all fresh proposals as one undo step. Returns their number. */
  acceptAll(): number {
    const fresh = this.acceptable.filter((proposal) => this.isFresh(proposal));
    const edits = fresh.flatMap((proposal) => proposal.edits);
    if (edits.length === 0) return 0;
    this.#store.edit(edits, t("panels.assist.step-all", { n: fresh.length }), { because: "assistant" });
    this.accepted += fresh.length;
    this.#drop(fresh);
    return fresh.length;
  }

  skip(proposal: Proposal) {
    this.#drop([proposal]);
  }

  /** Selects another proposal. */
  walk(by: number) {
    this.at = Math.max(0, Math.min(this.proposals.length - 1, this.at + by));
  }

  #drop(gone: Proposal[]) {
    this.proposals = this.proposals.filter((proposal) => !gone.includes(proposal));
    this.at = Math.max(0, Math.min(this.at, this.proposals.length - 1));
  }

  /** A remark on a slide in the words of the app; `text` where it has no code. */
  #said(remark: Remark | undefined, text: string, slideId?: string | null): string {
    const slide = this.#store.deck.slides.find(({ id }) => id === slideId);
    const fields = (slide && this.#store.typeOf(slide)?.fields) ?? [];
    return remarkText(remark, text, (path) => {
      const inside = path.replace(/\[(\d+)\]/g, ".$1");
      return pathLabel(inside, (field) => declarationAt(fields, field)) || path;
    });
  }

  #failureOf(fault: unknown): Failure {
    const name = this.writer?.label ?? "";
    const tryBuiltIn = this.vendor !== BUILT_IN && this.vendors.some(({ id }) => id === BUILT_IN);
    if (!(fault instanceof ApiError))
      return { text: t("panels.assist.offline"), details: "", tryBuiltIn: false };
    const spent = reachedDailyLimit(fault);
    if (spent) return { text: t("panels.assist.spent", spent), details: "", tryBuiltIn: false };
    const key = { 502: "vendor", 504: "vendor", 429: "quota" }[fault.status] ?? "failed";
    return { text: t(`panels.assist.${key}`, { vendor: name }), details: fault.details, tryBuiltIn };
  }
}

const byStore = new WeakMap<EditorStore, Assistant>();

/** The assistant of a store's deck. */
export function assistantOf(store: EditorStore): Assistant {
  const assistant = byStore.get(store) ?? new Assistant(store);
  byStore.set(store, assistant);
  return assistant;
}
