// Files by PptxGenJS: text boxes at positions, as programs write reports, and masters with placeholders.
//
//   node by_pptxgenjs.js SUBJECTS.json FOLDER
//
// Writes the files and, beside each, what it says (`NAME.json`), in the form of `truth.py`.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PptxGenJS from "pptxgenjs";

const [subjectsFile, folder] = process.argv.slice(2);
const { subjects, types, pictures } = JSON.parse(await readFile(subjectsFile, "utf8"));
const flat = (items) => items.flat(Infinity);

class Deck {
  constructor(subject, seed) {
    this.subject = subject;
    this.seed = seed;
    this.truth = [];
    this.file = new PptxGenJS();
    this.file.layout = seed % 3 ? "LAYOUT_WIDE" : "LAYOUT_4x3";
    this.width = seed % 3 ? 13.33 : 10;
    this.height = 7.5;
    this.file.title = subject.title;
    this.file.author = subject.author;
    this.hasMaster = seed % 2 === 0;
    if (this.hasMaster) {
      this.file.defineSlideMaster({
        title: "BODY",
        objects: [
          { placeholder: { options: { name: "title", type: "title", x: 0.6, y: 0.4, w: this.width - 1.2, h: 1 }, text: "" } },
          { placeholder: { options: { name: "body", type: "body", x: 0.6, y: 1.7, w: this.width - 1.2, h: 5 }, text: "" } },
        ],
        slideNumber: { x: 0.3, y: 7 },
      });
    }
  }

  say(kind, texts, more = {}) {
    this.truth.push({
      kind,
      types: types[kind],
      texts: texts.filter(Boolean),
      tables: [],
      charts: [],
      pictures: 0,
      notes: "",
      comments: 0,
      is_hidden: false,
      lost: [],
      ...more,
    });
  }

  /** A slide with a title, in a placeholder or in a large text box. */
  titled(title) {
    const slide = this.hasMaster ? this.file.addSlide({ masterName: "BODY" }) : this.file.addSlide();
    if (this.hasMaster) slide.addText(title, { placeholder: "title" });
    else slide.addText(title, { x: 0.6, y: 0.4, w: this.width - 1.2, h: 0.9, fontSize: 30, bold: true });
    return slide;
  }

  title() {
    const { title, subtitle, author } = this.subject;
    const slide = this.file.addSlide();
    slide.addText(title, { x: 0.8, y: 2.2, w: this.width - 1.6, h: 1.4, fontSize: 48, bold: true });
    slide.addText(subtitle, { x: 0.8, y: 3.7, w: this.width - 1.6, h: 0.7, fontSize: 24 });
    slide.addText(author, { x: 0.8, y: 6.4, w: this.width - 1.6, h: 0.5, fontSize: 14 });
    this.say("title", [title, subtitle, author]);
  }

  section(index) {
    const slide = this.file.addSlide();
    slide.background = { color: "1F3A5F" };
    slide.addText(this.subject.chapters[index], {
      x: 0.8, y: 3, w: this.width - 1.6, h: 1.2, fontSize: 44, color: "FFFFFF", bold: true,
    });
    this.say("section", [this.subject.chapters[index]]);
  }

  bullets(index) {
    const [title, items] = this.subject.points[index];
    const slide = this.titled(title);
    const runs = [];
    for (const item of items) {
      const nested = Array.isArray(item);
      for (const text of nested ? item : [item])
        runs.push({ text, options: { bullet: true, indentLevel: nested ? 1 : 0, breakLine: true } });
    }
    if (this.hasMaster) slide.addText(runs, { placeholder: "body" });
    else slide.addText(runs, { x: 0.8, y: 1.6, w: this.width - 1.6, h: 4.6, fontSize: 20 });
    slide.addNotes(this.subject.notes);
    this.say(items.some(Array.isArray) ? "nested" : "bullets", [title, ...flat(items)], { notes: this.subject.notes });
  }

  numbered() {
    const [title, items] = this.subject.points[2];
    const slide = this.titled(title);
    const runs = flat(items).map((text) => ({ text, options: { bullet: { type: "number" }, breakLine: true } }));
    slide.addText(runs, { x: 0.8, y: 1.6, w: this.width - 1.6, h: 4.6, fontSize: 20 });
    this.say("numbered", [title, ...flat(items)]);
  }

  comparison() {
    const [title, [left, lefts], [right, rights]] = this.subject.columns;
    const slide = this.titled(title);
    const half = (this.width - 1.6) / 2;
    [[0.6, left, lefts], [0.9 + half, right, rights]].forEach(([x, name, items]) => {
      slide.addText(name, { x, y: 1.6, w: half, h: 0.6, fontSize: 24, bold: true, fill: { color: "E8EEF5" } });
      slide.addText(items.map((text) => ({ text, options: { bullet: true, breakLine: true } })), {
        x, y: 2.3, w: half, h: 4, fontSize: 18,
      });
    });
    this.say("comparison", [title, left, ...lefts, right, ...rights]);
  }

  table() {
    const [title, rows] = this.subject.table;
    const slide = this.titled(title);
    const cells = rows.map((row, at) => row.map((text) => ({ text, options: { bold: at === 0 } })));
    slide.addTable(cells, { x: 0.6, y: 1.7, w: this.width - 1.2, fontSize: 16, border: { pt: 1, color: "999999" } });
    this.say("table", [title], { tables: [rows] });
  }

  chart(kind) {
    const { ChartType } = this.file;
    const [title, labels, all] = this.subject.chart;
    const isPart = kind === "pie" || kind === "doughnut";
    const series = (isPart ? all.slice(0, 1) : all).map(([name, values]) => ({
      name, labels, values: isPart ? values.map(Math.abs) : values,
    }));
    const slide = this.titled(title);
    const place = { x: 0.8, y: 1.6, w: this.width - 1.6, h: 5.2 };
    const options = { "bar-horizontal": { barDir: "bar" }, stacked: { barGrouping: "stacked" }, full: { barGrouping: "percentStacked" } };
    const charts = { "bar-horizontal": "bar", stacked: "bar", full: "bar" };
    slide.addChart(ChartType[charts[kind] ?? kind], series, { ...place, ...options[kind] });
    this.say(kind === "radar" ? "odd chart" : "chart", [title], {
      charts: [{ categories: labels, series: series.map(({ name, values }) => ({ name, values })) }],
    });
  }

  combo() {
    const { ChartType } = this.file;
    const [title, labels, all] = this.subject.chart;
    const [name, values] = all[0];
    const doubled = values.map((value) => value * 2);
    const slide = this.titled(title);
    slide.addChart(
      [
        { type: ChartType.bar, data: [{ name, labels, values }], options: {} },
        { type: ChartType.line, data: [{ name: "x 2", labels, values: doubled }], options: {} },
      ],
      { x: 0.8, y: 1.6, w: this.width - 1.6, h: 5.2 },
    );
    this.say("chart", [title], {
      charts: [{ categories: labels, series: [{ name, values }, { name: "x 2", values: doubled }] }],
    });
  }

  picture() {
    const slide = this.titled(this.subject.pictures[0]);
    slide.addImage({ path: pictures[this.seed % pictures.length], x: 1.5, y: 1.6, w: this.width - 3, h: 5, altText: this.subject.pictures[0] });
    this.say("picture", [this.subject.pictures[0]], { pictures: 1 });
  }

  pictureAndText() {
    const [title, items] = this.subject.points[1];
    const slide = this.titled(title);
    slide.addImage({
      path: pictures[(this.seed + 1) % pictures.length], x: 0.6, y: 1.7, w: this.width / 2 - 1, h: 4.8,
      sizing: { type: "crop", x: 0.5, y: 0.2, w: this.width / 2 - 1, h: 4 },
    });
    slide.addText(flat(items).map((text) => ({ text, options: { bullet: true, breakLine: true } })), {
      x: this.width / 2, y: 1.7, w: this.width / 2 - 0.6, h: 4.8, fontSize: 18,
    });
    this.say("picture and text", [title, ...flat(items)], { pictures: 1 });
  }

  gallery() {
    const slide = this.titled(this.subject.chapters[0]);
    const captions = this.subject.pictures.slice(0, 3);
    const step = (this.width - 1.2) / 3;
    captions.forEach((caption, at) => {
      slide.addImage({ path: pictures[(this.seed + at) % pictures.length], x: 0.6 + step * at, y: 1.8, w: step - 0.2, h: 3, altText: caption });
      slide.addText(caption, { x: 0.6 + step * at, y: 4.9, w: step - 0.2, h: 0.4, fontSize: 12 });
    });
    this.say("gallery", [this.subject.chapters[0], ...captions], { pictures: 3 });
  }

  quote() {
    const [text, who] = this.subject.quote;
    const slide = this.file.addSlide();
    slide.addText(`«${text}»`, { x: 1.2, y: 2, w: this.width - 2.4, h: 2, fontSize: 32, italic: true, align: "center" });
    slide.addText(who, { x: 1.2, y: 4.4, w: this.width - 2.4, h: 0.6, fontSize: 16, align: "center" });
    this.say("quote", [text, who]);
  }

  process() {
    const { ShapeType } = this.file;
    const [title, items] = this.subject.steps;
    const slide = this.titled(title);
    const step = (this.width - 1) / items.length;
    items.forEach(([name], at) => {
      slide.addText(name, { shape: ShapeType.roundRect, x: 0.5 + step * at, y: 3, w: step * 0.75, h: 1.2, align: "center", fill: { color: "CFE2F3" }, fontSize: 16 });
      if (at + 1 < items.length)
        slide.addShape(ShapeType.rightArrow, { x: 0.5 + step * (at + 0.78), y: 3.4, w: step * 0.19, h: 0.4, fill: { color: "888888" } });
    });
    this.say("process", [title, ...items.map(([name]) => name)]);
  }

  figures() {
    const [title, items] = this.subject.figures;
    const slide = this.titled(title);
    const step = (this.width - 1.2) / items.length;
    items.forEach(([number, label], at) => {
      slide.addText(
        [
          { text: number, options: { fontSize: 48, bold: true, breakLine: true } },
          { text: label, options: { fontSize: 16 } },
        ],
        { x: 0.6 + step * at, y: 2.4, w: step - 0.2, h: 2.4, align: "center" },
      );
    });
    this.say("figures", [title, ...flat(items)]);
  }

  timeline() {
    const { ShapeType } = this.file;
    const [title, items] = this.subject.dates;
    const slide = this.titled(title);
    const step = (this.width - 1) / items.length;
    slide.addShape(ShapeType.line, { x: 0.5, y: 3.5, w: this.width - 1, h: 0, line: { color: "555555", width: 2 } });
    items.forEach(([when, what], at) => {
      slide.addText(when, { x: 0.5 + step * at, y: 2.8, w: step - 0.1, h: 0.5, fontSize: 16, bold: true });
      slide.addText(what, { x: 0.5 + step * at, y: 3.8, w: step - 0.1, h: 1, fontSize: 14 });
    });
    this.say("timeline", [title, ...flat(items)]);
  }

  paragraph() {
    const [title, text] = this.subject.paragraph;
    const slide = this.titled(title);
    slide.addText(
      [{ text: text.slice(0, 30), options: { bold: true } }, { text: text.slice(30) }],
      { x: 0.8, y: 1.6, w: this.width - 1.6, h: 4, fontSize: 20 },
    );
    this.say("paragraph", [title, text]);
  }

  hidden() {
    const [title, items] = this.subject.points[1];
    const slide = this.titled(title);
    slide.hidden = true;
    slide.addText(flat(items).join("\n"), { x: 0.8, y: 1.6, w: this.width - 1.6, h: 4, fontSize: 20, bullet: true });
    this.say("bullets", [title, ...flat(items)], { is_hidden: true });
  }

  end() {
    const [title, text] = this.subject.end;
    const slide = this.file.addSlide();
    slide.addText(title, { x: 0.8, y: 2.6, w: this.width - 1.6, h: 1.2, fontSize: 48, bold: true });
    slide.addText(text, { x: 0.8, y: 4, w: this.width - 1.6, h: 0.6, fontSize: 20 });
    this.say("end", [title, text]);
  }

  async save(name) {
    await this.file.writeFile({ fileName: join(folder, `${name}.pptx`) });
    await writeFile(join(folder, `${name}.json`), JSON.stringify(this.truth));
  }
}

const CHARTS = ["bar", "bar-horizontal", "stacked", "full", "line", "area", "pie", "doughnut", "radar"];

for (const [seed, subject] of subjects.entries()) {
  const report = new Deck(subject, seed);
  report.title();
  report.section(0);
  report.bullets(seed % 3);
  report.table();
  report.chart(CHARTS[(seed * 2) % CHARTS.length]);
  report.chart(CHARTS[(seed * 2 + 1) % CHARTS.length]);
  report.comparison();
  report.hidden();
  report.end();
  await report.save(`pptxgenjs-report-${seed + 1}`);

  const pitch = new Deck(subject, seed + 1);
  pitch.title();
  pitch.paragraph();
  pitch.figures();
  pitch.process();
  pitch.timeline();
  if (seed % 2) pitch.gallery();
  else pitch.picture();
  pitch.pictureAndText();
  pitch.quote();
  pitch.numbered();
  pitch.combo();
  await pitch.save(`pptxgenjs-pitch-${seed + 1}`);
}
