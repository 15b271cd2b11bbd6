import { describe, expect, it } from "vitest";
import {
  exportQuery,
  isNumberList,
  minutesAndSeconds,
  numberList,
  type ExportChoices,
} from "./export-choices";

const plain: ExportChoices = {
  format: "pdf",
  slides: "all",
  numbers: "",
  hidden: false,
  pages: "slides",
  width: "1920",
  builds: false,
  seconds: "",
  captions: true,
};

describe("numbers of slides", () => {
  it("are read as the server reads them", () => {
    for (const text of ["1", "1-3, 7,9-", "-2", " 4 - 6 "]) expect(isNumberList(text), text).toBe(true);
    for (const text of ["", "0", "3-1", "a", "1,,2", "-", "1-2-3", "1 2"])
      expect(isNumberList(text), text).toBe(false);
  });

  it("are shortened to ranges", () => {
    expect(numberList([7, 1, 2, 3, 9])).toBe("1-3,7,9");
    expect(numberList([])).toBe("");
  });
});

describe("the request", () => {
  it("has nothing when nothing is chosen", () => {
    expect(exportQuery(plain, [2])).toEqual({});
  });

  it("has only the choices of its format", () => {
    const all: ExportChoices = { ...plain, pages: "3", width: "3840", builds: true, hidden: true };
    expect(exportQuery(all, [])).toEqual({ handout: "3", hidden: "1" });
    expect(exportQuery({ ...all, pages: "notes" }, [])).toEqual({ notes: "1", hidden: "1" });
    expect(exportQuery({ ...all, format: "png" }, [])).toEqual({ width: "3840", hidden: "1" });
    expect(exportQuery({ ...all, format: "pptx" }, [])).toEqual({ builds: "1", hidden: "1" });
    expect(exportQuery({ ...all, format: "video" }, [])).toEqual({ width: "3840", hidden: "1" });
    expect(exportQuery({ ...plain, format: "video", seconds: "5", captions: false }, [])).toEqual({
      width: "1920",
      seconds: "5",
      captions: "0",
    });
  });

  it("asks for the times of the recorded rehearsal in place of seconds", () => {
    expect(exportQuery({ ...plain, format: "video", seconds: "recorded" }, [])).toEqual({
      width: "1920",
      rehearsal: "1",
    });
    expect([0, 59_600, 754_000].map(minutesAndSeconds)).toEqual(["0:00", "1:00", "12:34"]);
  });

  it("names the slides", () => {
    expect(exportQuery({ ...plain, slides: "selected" }, [4, 5])).toEqual({ slides: "4-5" });
    expect(exportQuery({ ...plain, slides: "numbers", numbers: "1-3, 7" }, [4])).toEqual({ slides: "1-3,7" });
  });
});
