// What the assistant was asked and what it proposes. Nothing is changed until a proposal is accepted; what is left over
// when the panel closes waits for the next time.

import { api, ApiError } from "../../lib/api";
import type { DailyUse, Proposal, ProposalRequest, Vendor } from "../../lib/api-types";
import { t } from "../../lib/i18n";
import { spentToday } from "../../lib/limits";
import type { EditorStore } from "../seam";
import { isSame } from "./difference";

/** Why there is no answer, and whether another writer might have one. */
export type Failure = { text: string; details: string; tryBuiltIn: boolean };

const VENDOR = "lectern.writer";
const BUILT_IN = "builtin";

export class Assistant {
  vendors = $state.raw<Vendor[]>([]);
  vendor = $state("");
  /** Null where nothing is counted. */
  daily = $state.raw<DailyUse | null>(null);
  state = $state<"idle" | "working" | "answered" | "failed">("idle");
  proposals = $state.raw<Proposal[]>([]);
  summary = $state("");
  at = $state(0);
  accepted = $state(0);
  failure = $state.raw<Failure>();
  /** What is written in the field, kept while the panel is away. */
  command = $state("");
  readonly #store: EditorStore;
  #last: ProposalRequest | undefined;
  #stop: AbortController | undefined;

  constructor(store: EditorStore) {
    this.#store = store;
    void this.#loadVendors().then(() => this.#chooseVendor());
  }

  readonly current = $derived(this.proposals[Math.min(this.at, this.proposals.length - 1)]);
  readonly writer = $derived(this.vendors.find(({ id }) => id === this.vendor));
  /** Proposals that change something, unlike plain advice. */
  readonly acceptable = $derived(this.proposals.filter(({ edits }) => edits.length > 0));

  async #loadVendors() {
    try {
      const answer = await api.get("/api/ai/vendors");
      this.vendors = answer.vendors.filter(({ configured }) => configured);
      this.daily = answer.daily;
    } catch {
      // What is known of them stays.
    }
  }

  #chooseVendor() {
    const wanted = localStorage.getItem(VENDOR);
    const known = this.vendors.find(({ id }) => id === wanted) ?? this.vendors.find((one) => one.default);
    this.vendor = (known ?? this.vendors[0])?.id ?? "";
  }

  choose(vendor: string) {
    this.vendor = vendor;
    localStorage.setItem(VENDOR, vendor);
  }

  /** Asks for proposals; what was proposed before is gone. */
  async ask(request: ProposalRequest) {
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
      [this.proposals, this.summary, this.state] = [answer.proposals, answer.summary, "answered"];
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

  /** Whether the slides a proposal is about say what they said when it was made. */
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

  /** Accepts what still fits, as one step; the rest stays. Answers how many. */
  acceptAll(): number {
    const fitting = this.acceptable.filter((proposal) => this.isFresh(proposal));
    const edits = fitting.flatMap((proposal) => proposal.edits);
    if (edits.length === 0) return 0;
    this.#store.edit(edits, t("panels.assist.step-all", { n: fitting.length }), { because: "assistant" });
    this.accepted += fitting.length;
    this.#drop(fitting);
    return fitting.length;
  }

  skip(proposal: Proposal) {
    this.#drop([proposal]);
  }

  /** Goes to another proposal. */
  walk(by: number) {
    this.at = Math.max(0, Math.min(this.proposals.length - 1, this.at + by));
  }

  #drop(gone: Proposal[]) {
    this.proposals = this.proposals.filter((proposal) => !gone.includes(proposal));
    this.at = Math.max(0, Math.min(this.at, this.proposals.length - 1));
  }

  #failureOf(fault: unknown): Failure {
    const name = this.writer?.label ?? "";
    const tryBuiltIn = this.vendor !== BUILT_IN && this.vendors.some(({ id }) => id === BUILT_IN);
    if (!(fault instanceof ApiError))
      return { text: t("panels.assist.offline"), details: "", tryBuiltIn: false };
    const spent = spentToday(fault);
    if (spent) return { text: t("panels.assist.spent", spent), details: "", tryBuiltIn: false };
    const key = { 502: "vendor", 504: "vendor", 429: "quota" }[fault.status] ?? "failed";
    return { text: t(`panels.assist.${key}`, { vendor: name }), details: fault.details, tryBuiltIn };
  }
}

const known = new WeakMap<EditorStore, Assistant>();

/** The assistant of the deck a store holds. */
export function assistant(store: EditorStore): Assistant {
  const made = known.get(store) ?? new Assistant(store);
  known.set(store, made);
  return made;
}
