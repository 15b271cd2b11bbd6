import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crc32, freeName, zip } from "./zip";

test("the checksum is that of the standard", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
});

test("another program reads the archive", async () => {
  const archive = await zip([
    { name: "Ebb & flow.txt", content: new Blob(["low water"]) },
    { name: "Tij één.txt", content: new Blob(["hoog water"]) },
    { name: "empty.txt", content: new Blob([]) },
  ]);
  const folder = mkdtempSync(join(tmpdir(), "lectern-zip-"));
  try {
    const path = join(folder, "a.zip");
    writeFileSync(path, new Uint8Array(await archive.arrayBuffer()));
    const script =
      "import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; " +
      "print(json.dumps({n: z.read(n).decode() for n in z.namelist()}))";
    const read = execFileSync("python3", ["-c", script, path], { encoding: "utf8" });
    expect(JSON.parse(read)).toEqual({
      "Ebb & flow.txt": "low water",
      "Tij één.txt": "hoog water",
      "empty.txt": "",
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ["Tide.pdf", [], "Tide.pdf"],
  ["Tide.pdf", ["tide.pdf"], "Tide 2.pdf"],
  ["Tide.pdf", ["tide.pdf", "tide 2.pdf"], "Tide 3.pdf"],
])("%s among %s becomes %s", (name, taken, expected) => {
  expect(freeName(name, new Set(taken))).toBe(expected);
});
