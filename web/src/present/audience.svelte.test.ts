// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { LiveSession } from "../lib/api-types";
import { AudienceSession, type Speaker } from "./audience.svelte";
import * as live from "./session";

vi.mock("./session");
vi.mock("../lib/i18n", () => ({ t: (key: string, { n }: { n?: number } = {}) => `${key} ${n ?? ""}` }));

const session = { sessionId: "s", followCodes: {}, controlEnabled: false } as unknown as LiveSession;
let pills: string[];

function audience(followers: number): AudienceSession {
  pills = [];
  const answer = { followers, interactionState: null, questionsOpen: true } as never;
  vi.mocked(live.audience).mockResolvedValue(answer);
  const speaker: Partial<Speaker> = {
    deck: { id: "d" } as Speaker["deck"],
    place: { slideId: "a", step: 0 },
    lang: "en",
    sessionBegan: () => undefined,
    showPill: ({ text }) => pills.push(text),
    updateScreen: () => undefined,
  };
  return new AudienceSession(speaker as Speaker);
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(live.begin).mockResolvedValue(session);
  vi.mocked(live.listen).mockReturnValue({ close: () => undefined });
  vi.mocked(live.move).mockReturnValue(new Promise(() => undefined));
  vi.mocked(live.questions).mockReturnValue(new Promise(() => undefined));
});

test("the largest round number of followers that was reached is shown", async () => {
  const own = audience(64);
  await own.begin(false);
  await vi.waitFor(() => expect(own.followers).toBe(64));
  expect(pills).toEqual(["present.followers.round 50"]);
  own.leave();
});

test("a session that begins after the talk has ended is not joined", async () => {
  const own = audience(0);
  const begun = own.begin(false);
  own.leave();
  await begun;
  expect(own.session).toBeUndefined();
  expect(live.listen).not.toHaveBeenCalled();
});

test("the screen shows that voting is closed, also where results are hidden", async () => {
  const own = audience(0);
  await own.begin(false);
  const state = { slideId: "a", type: "poll", totals: [2, 1], total: 3 };
  for (const open of [true, false]) {
    vi.mocked(live.setVoting).mockResolvedValue({ ...state, open } as never);
    await own.vote(open ? "open" : "close");
    own.showResults(true);
    const closed = open ? undefined : "present.poll.isClosed ";
    expect(own.answers).toMatchObject({ total: 3, closed });
    own.showResults(false);
    expect(own.answers?.closed).toBe(closed);
    expect(own.answers?.total ?? 0).toBe(0);
  }
  own.leave();
});
