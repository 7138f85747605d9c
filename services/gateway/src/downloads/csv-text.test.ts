import { csvRows } from "./csv-text.ts";

describe("a CSV", () => {
  it("has a header row, one line for each row, and quotes where necessary", () => {
    const rows = [
      ["plain", 1],
      ['say "no", then go', null],
      ["two\nlines", -2.5],
    ] as const;
    expect(csvRows([["name", "count"], ...rows])).toBe(
      'name,count\r\nplain,1\r\n"say ""no"", then go",\r\n"two\nlines",-2.5\r\n',
    );
  });

  /** Opening a report must not run formulas that others wrote into it. */
  it.each([
    ...["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\tabc", "\rabc"],
    ...["  =1+1", "\u00a0=1", "\u3000@SUM(A1)", "\u200b+1", "\u2028-1", "\ufeff=1", " \t=1", "\n=1"],
    ...["＝1+1", "＋1", "－1", "＠SUM(A1)", "｡1", " ＝1+1", "﹦1"],
    ...[";=1+1", ",=1+1", "|=1+1", '"=1+1', "'=1+1", "；=1+1", "; ; =cmd|' /C calc'!A0"],
    ...[
      "Abebe;=cmd|' /C calc'!A0;x",
      "Abebe\t+1",
      "Abebe\n=1",
      'Abebe;"=1"',
      "Abebe｜＝1",
      "Abebe;;\u200b-1",
    ],
  ])("shows %j as text and runs nothing, with any separator of cells", (text) => {
    const written = csvRows([
      ["name", "cell"],
      ["Sara", text],
    ]).slice("name,cell\r\nSara,".length);
    const cell = written.startsWith('"') ? written.slice(1, -3).replaceAll('""', '"') : written.slice(0, -2);
    expect(cell.replaceAll("'", "")).toBe(text.replaceAll("'", ""));
    const runs = /^[\s\p{Z}\p{C}]*[=+\-@＝＋－＠﹢﹣﹦﹫｡]/u;
    expect(cell).not.toMatch(runs);
    // A program that sees no quotes in the middle of a line.
    for (const separator of [";", "\t", "|", "；", "｜"])
      for (const line of written.split(/\r\n|\r|\n/))
        for (const piece of line.split(separator)) expect(piece.replaceAll('"', "")).not.toMatch(runs);
  });

  it.each(["Abebe = Kebede", "a-b", "1,250.00", "ከበደ", "order #7", "(1)", "2026-11-03"])(
    "leaves %j as it is",
    (text) => {
      expect(csvRows([["cell"], [text]])).toContain(text);
      expect(csvRows([["cell"], [text]])).not.toContain("'");
    },
  );

  it("leaves amounts and counts numbers, negative ones too", () => {
    expect(csvRows([["cell"], [-12.5], [0], [-1]])).toBe("cell\r\n-12.5\r\n0\r\n-1\r\n");
  });
});
