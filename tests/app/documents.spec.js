// A deck from a document: the file is dropped or chosen, its outline arranged, the deck written and opened.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import JSZip from "jszip";
import { lectern } from "./visit.js";

const SECTIONS = [
  [
    "Why ships wait",
    "The old quay takes six ships at once. In summer eleven ships arrive on a day, so that five of them wait outside in the roads.",
    "Pilots say that the queue grows every year, and that captains begin to choose other harbours for their cargo.",
  ],
  [
    "What we propose",
    "A second quay takes ten ships at once. Dredging can be done in one season, while the old quay stays open.",
    "The quay is built from the north end, so that the first berths are ready after nine months of work.",
  ],
  [
    "What it costs",
    "The sum is 40 million euro over two years. The port fund pays half, and the rest is a loan of the city.",
    "Every day of waiting costs the city 40 thousand euro, so that the quay has paid for itself after six years.",
  ],
  [
    "What happens next",
    "The council decides in March. Work begins in May, and the first ship moors at the new quay a year later.",
    "People who live near the harbour are heard in April, and their wishes become part of the plan.",
  ],
];

/** A Word file with a title, headings and paragraphs. */
async function word() {
  const paragraph = (text, style) =>
    `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ""}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  const body = [
    paragraph("The second quay", "Title"),
    ...SECTIONS.flatMap(([heading, ...texts]) => [
      paragraph(heading, "Heading1"),
      ...texts.map((text) => paragraph(text)),
    ]),
  ].join("");
  const style = (id, name) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
  const main =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const office =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packaging = "http://schemas.openxmlformats.org/package/2006";
  const part = "application/vnd.openxmlformats-officedocument.wordprocessingml";
  const zip = new JSZip();
  zip.file(
    "[Content_Types].xml",
    `<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${part}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${part}.styles+xml"/></Types>`,
  );
  zip.file(
    "_rels/.rels",
    `<Relationships xmlns="${packaging}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  );
  zip.file(
    "word/_rels/document.xml.rels",
    `<Relationships xmlns="${packaging}/relationships"><Relationship Id="r1" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  );
  zip.file(
    "word/document.xml",
    `<w:document ${main}><w:body>${body}</w:body></w:document>`,
  );
  zip.file(
    "word/styles.xml",
    `<w:styles ${main}>${style("Title", "Title")}${style("Heading1", "heading 1")}</w:styles>`,
  );
  return zip.generateAsync({ type: "nodebuffer" });
}

let service;
before(async () => {
  service = await lectern();
});
after(() => service?.stop());

const titles = (page) =>
  page
    .getByRole("textbox", { name: /^Title of slide/ })
    .evaluateAll((fields) => fields.map(({ value }) => value));

for (const width of [1440, 390]) {
  test(`a document becomes a deck by its outline, ${width} wide`, async () => {
    const visit = await service.visit({ width });
    const { page } = visit;
    await page.goto(`${service.base}/app?new=document`);
    await page.getByRole("button", { name: "Choose a file" }).first().waitFor();
    // A phone has nothing to drag a file with.
    assert.equal(
      await page.getByText("Drop a document here or choose one").count(),
      width > 720 ? 1 : 0,
    );
    assert.deepEqual(await visit.violations(), []);
    const file = { name: "quay.docx", mimeType: "", buffer: await word() };
    await page.locator("input[type=file]").setInputFiles(file);
    const list = page.getByRole("list", { name: "Slides of the outline" });
    await list.waitFor();
    const [first, ...rest] = await titles(page);
    assert.equal(first, "The second quay");
    assert.ok(rest.length >= 3, rest.join(", "));
    assert.deepEqual(await visit.violations(), []);
    assert.equal(
      await page.evaluate(
        () => document.documentElement.scrollWidth <= innerWidth,
      ),
      true,
    );

    // By keyboard: the third slide goes up.
    const third = rest[1];
    await page.getByRole("button", { name: /^Move slide 3:/ }).focus();
    await page.keyboard.press("ArrowUp");
    assert.equal((await titles(page))[1], third);
    await page
      .getByRole("button", { name: /^Move slide 2:/ })
      .and(page.locator(":focus"))
      .waitFor();

    // By pointer: it goes back down.
    const grip = await page
      .getByRole("button", { name: /^Move slide 2:/ })
      .boundingBox();
    const target = await page
      .getByRole("button", { name: /^Move slide 3:/ })
      .boundingBox();
    await page.mouse.move(grip.x + 10, grip.y + 10);
    await page.mouse.down();
    await page.mouse.move(target.x + 10, target.y + target.height - 4, {
      steps: 8,
    });
    await page.mouse.up();
    assert.equal((await titles(page))[2], third);

    await page
      .getByRole("textbox", { name: "Title of slide 1", exact: true })
      .fill("A quay for everybody");
    await page
      .getByRole("combobox", { name: "Type of slide 2", exact: true })
      .selectOption("content-slide");
    const before = await titles(page);
    await page
      .getByRole("button", { name: "Leave out slide 3", exact: true })
      .click();
    assert.equal((await titles(page)).length, before.length - 1);
    await page
      .getByRole("combobox", { name: "Theme" })
      .selectOption("observatory");
    const expected = await titles(page);
    await page.getByRole("button", { name: "Make deck" }).click();
    await page.waitForURL(/\/app\/[\w-]+$/);
    const id = page.url().split("/").at(-1);
    const { presentation } = await service.api(
      "GET",
      `/api/presentations/${id}`,
    );
    assert.equal(presentation.title, "A quay for everybody");
    assert.equal(presentation.theme, "observatory");
    assert.equal(presentation.slides.length, expected.length);
    assert.equal(presentation.slides[1].type, "eu.svc.slide.content");
    await visit.done();
  });
}

test("slides are merged, and the outline is made again with another length", async () => {
  const visit = await service.visit();
  const { page } = visit;
  await page.goto(`${service.base}/app?new=document`);
  const file = { name: "quay.docx", mimeType: "", buffer: await word() };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("list", { name: "Slides of the outline" }).waitFor();
  const count = (await titles(page)).length;
  const merge = page
    .getByRole("button", { name: /^Merge slide/ })
    .and(page.locator(":not([aria-disabled=true])"));
  await merge.first().click();
  assert.equal((await titles(page)).length, count - 1);
  await page.getByRole("button", { name: "Undo all changes" }).click();
  assert.equal((await titles(page)).length, count);
  await page.getByRole("combobox", { name: "Length" }).selectOption("6");
  await page.waitForFunction(
    () =>
      document.querySelectorAll("[aria-label='Slides of the outline'] > li")
        .length <= 6,
  );
  await visit.done();
});

test("a file that is dropped on the list is sent, and one that is no document is refused", async () => {
  const visit = await service.visit({ mayFail: /400/ });
  const { page } = visit;
  await page.goto(`${service.base}/app`);
  await page.getByRole("heading", { name: "Decks" }).waitFor();
  const drop = (name, text) =>
    page.evaluate(
      ([fileName, content]) => {
        const carrier = new DataTransfer();
        carrier.items.add(new File([content], fileName));
        dispatchEvent(
          new DragEvent("drop", {
            dataTransfer: carrier,
            bubbles: true,
            cancelable: true,
          }),
        );
      },
      [name, text],
    );
  await drop("broken.pdf", "%PDF-1.7 nothing");
  await page
    .getByText("broken.pdf could not be read. Nothing was created.")
    .waitFor();
  assert.deepEqual(await visit.violations(), []);
  await page.keyboard.press("Escape");
  await drop(
    "quay.txt",
    SECTIONS.map(([heading, ...texts]) =>
      [heading, ...texts].join("\n\n"),
    ).join("\n\n"),
  );
  await page.getByRole("list", { name: "Slides of the outline" }).waitFor();
  await visit.done();
});
