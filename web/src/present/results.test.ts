// @vitest-environment jsdom

import { expect, it } from "vitest";
import { percentages, showAnswers } from "./results";

/** A question in a shadow root, as the server writes it. */
function question(form: string, bars: string, content: string): ShadowRoot {
  const host = document.createElement("div");
  document.body.append(host);
  const root = host.attachShadow({ mode: "open" });
  const fills = bars.split(" ").map(() => "#D0E0E0,#A0C0C0,#0B6B75");
  root.innerHTML = `<div data-widget="poll" data-form="${form}" data-bars="${bars}" data-fills="${fills.join(" ")}"
    data-outcome="0,0,1728,780" data-text="#10262D" data-mark="#0B6B75" data-plate="#0B2A33,#FFFFFF,#5FD0CF"
    data-newest="#0B6B75,#FFFFFF" data-others="#FFFFFF,#10262D" data-radius="18" data-average="Average">${content}</div>`;
  return root;
}

const texts = (root: ShadowRoot) => [...root.querySelectorAll(".answers")].map((layer) => layer.textContent);
const given = (totals: number[], answers: string[] = []) => {
  const total = answers.length || totals.reduce((sum, count) => sum + count, 0);
  return { slideId: "a", totals, total, caption: `${total} votes`, closed: undefined, texts: answers };
};

it("rounds shares so that they sum to 100", () => {
  expect(percentages([52, 21, 38, 9])).toEqual([43, 18, 32, 7]);
  expect(percentages([1, 1, 1])).toEqual([34, 33, 33]);
  expect(percentages([0, 0])).toEqual([0, 0]);
});

it("draws results of a poll under its words once, and removes them", () => {
  const root = question(
    "poll",
    "0,0,800,100 0,120,800,100",
    `<i></i><p data-field="option1"><span class="l">Harbour Street</span></p><p><span class="l">Vote</span></p>`,
  );
  const word = () => root.querySelector<HTMLElement>("p:not([data-field])")?.style.display;
  showAnswers(root, given([3, 1]));
  showAnswers(root, given([3, 1]));
  expect(texts(root)).toEqual(["", "75%25%4 votes"]);
  expect(root.querySelector(".answers")?.nextElementSibling?.getAttribute("data-field")).toBe("option1");
  expect(word()).toBe("none");
  showAnswers(root, undefined);
  expect([texts(root), word()]).toEqual([[], ""]);
});

it("keeps the question as it is before the first vote", () => {
  const root = question("poll", "0,0,800,100", `<p data-field="option1"><span class="l">Yes</span></p>`);
  showAnswers(root, given([0]));
  expect(texts(root)).toEqual([]);
});

it("shows shares and the mean of a scale, with its labels", () => {
  const content = `<svg></svg><p><span class="l">1</span></p><p data-field="option1"><span class="l">No</span></p>`;
  const columns = question("likert", "0,0,100,300 120,0,100,300", content);
  showAnswers(columns, given([1, 3]));
  expect(texts(columns)[0]).toContain("25%75%1.8Average");
  expect(columns.querySelector<HTMLElement>("[data-field]")?.style.display).toBe("");
  expect(columns.querySelector("svg")?.style.display).toBe("none");
  const rows = question("likert", "0,0,300,60 0,80,300,60", content);
  showAnswers(rows, given([1, 3]));
  expect(texts(rows)).toEqual(["25%75%"]);
  expect(rows.querySelector("svg")?.style.display).toBe("");
});

it("shows the mean of a slider first, and keeps the labels of its ends", () => {
  const root = question(
    "likert-slider",
    "0,0,50,300 60,0,50,300",
    `<p data-field="minLabel"><span>Low</span></p>`,
  );
  showAnswers(root, given([1, 1]));
  expect(texts(root)[0]).toBe("Average1.52 votes1112Low");
});

it("shows free texts, the newest first, beside the join card or above a strip", () => {
  const content = `<p><span class="l">Your answer</span></p><div data-kind="group"><div data-kind="widget"><i
    style="left:10px;top:10px;width:100px"></i></div><p>x.test/go</p><p>KTRM</p></div>`;
  const root = question("feedback", "", content);
  showAnswers(root, given([], ["Trees", "Buses"]));
  expect(texts(root)).toEqual(["x.test/goKTRM2 votesTreesBuses"]);
  expect(root.querySelectorAll("[data-kind=widget]").length).toBe(2);
  const many = Array.from({ length: 9 }, (_, index) => `Answer ${index}`);
  showAnswers(root, given([], many));
  expect(root.querySelectorAll("[data-kind=widget]").length).toBe(1);
  expect(texts(root)[0]).toContain("Answer 8");
});

it("shows over the join card that voting is closed, with and without results", () => {
  const card = `<p data-field="option1"><span class="l">Yes</span></p><div data-kind="group"><i
    style="left:1300px;top:0px;width:414px;height:780px"></i><div data-kind="widget"></div><p>KTRM</p></div>`;
  const poll = question("poll", "0,0,800,100", card);
  const closed = "Voting is closed";
  const hidden = { ...given([0]), caption: "", closed };
  for (const [answers, expected] of [
    [hidden, ["Voting is closed"]],
    [{ ...given([2]), closed }, ["", "100%Voting is closed2 votes"]],
    [given([2]), ["", "100%2 votes"]],
  ] as const) {
    showAnswers(poll, answers);
    expect(texts(poll)).toEqual(expected);
  }
  showAnswers(poll, hidden);
  const [plate] = [...poll.querySelectorAll<HTMLElement>(".answers > div")];
  expect([plate?.style.left, plate?.style.width, plate?.style.height]).toEqual(["1300px", "414px", "780px"]);

  const feedback = question("feedback", "", card);
  showAnswers(feedback, { ...given([], ["Trees"]), closed });
  expect(texts(feedback)).toEqual(["Voting is closed1 votesTrees"]);
  showAnswers(feedback, {
    ...given(
      [],
      Array.from({ length: 9 }, () => "Trees"),
    ),
    closed,
  });
  expect(texts(feedback)[0]).not.toContain("KTRM");
});

it("says above the answers of a scale that voting is closed, with and without results", () => {
  const closed = "Voting is closed";
  const content = `<p><span class="l">1</span></p><p data-field="option1"><span class="l">No</span></p>`;
  for (const [form, bars] of [
    ["likert", "0,0,100,300 120,0,100,300"],
    ["likert", "0,0,300,60 0,80,300,60"],
    ["likert-slider", "0,0,50,300 60,0,50,300"],
  ] as const) {
    const root = question(form, bars, content);
    showAnswers(root, { ...given([0, 0]), caption: "", closed });
    expect(texts(root)).toEqual([closed]);
    const [plate] = [...root.querySelectorAll<HTMLElement>(".answers > div")].map(({ style }) => style);
    expect([plate?.top, parseFloat(plate?.left ?? "") + parseFloat(plate?.width ?? "")]).toEqual([
      "-46px",
      1728,
    ]);
    showAnswers(root, { ...given([1, 3]), closed });
    expect(texts(root)[0]?.split(closed)).toHaveLength(2);
    showAnswers(root, given([1, 3]));
    expect(texts(root)[0]).not.toContain(closed);
  }
});
