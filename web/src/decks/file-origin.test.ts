import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { deckIn, entryOf } from "./file-origin";

const PROPERTIES =
  '<Properties><property fmtid="{D5}" pid="2" name="LecternDeck"><vt:lpwstr>0a1b-2c</vt:lpwstr></property></Properties>';

/** A zip archive, whose entries are deflated or stored. */
function archive(entries: [name: string, text: string, isDeflated: boolean][]): Blob {
  const [parts, list]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, text, isDeflated] of entries) {
    const content = isDeflated ? deflateRawSync(Buffer.from(text)) : Buffer.from(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    parts.push(head, Buffer.from(name), content);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(isDeflated ? 8 : 0, 10);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    list.push(entry, Buffer.from(name));
    at += head.length + name.length + content.length;
  }
  const size = list.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return new Blob([...parts, ...list, end].map((part) => new Uint8Array(part)));
}

describe("the deck that a file was exported from", () => {
  it("is in an entry of the archive, deflated or stored", async () => {
    for (const isDeflated of [true, false]) {
      const file = archive([
        ["[Content_Types].xml", "<Types/>", true],
        ["docProps/custom.xml", PROPERTIES, isDeflated],
      ]);
      expect(deckIn(await entryOf(file, "docProps/custom.xml"))).toBe("0a1b-2c");
    }
  });

  it("is unknown for other files", async () => {
    expect(await entryOf(new Blob(["no archive"]), "docProps/custom.xml")).toBeUndefined();
    expect(await entryOf(archive([["a.xml", "<a/>", true]]), "docProps/custom.xml")).toBeUndefined();
    expect(deckIn('<property name="Other"><vt:lpwstr>x</vt:lpwstr></property>')).toBeUndefined();
    expect(deckIn(undefined)).toBeUndefined();
  });
});
