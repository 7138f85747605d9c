import { csvText } from "./csv-text.ts";

describe("a CSV", () => {
  it("has a header row, one line for each row, and quotes where necessary", () => {
    const rows = [
      ["plain", 1],
      ['say "no", then go', null],
      ["two\nlines", -2.5],
    ] as const;
    expect(csvText(["name", "count"], rows)).toBe(
      'name,count\r\nplain,1\r\n"say ""no"", then go",\r\n"two\nlines",-2.5\r\n',
    );
  });

  /** Opening a report must not run formulas that others wrote into it. */
  it.each([
    ...["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\tabc", "\rabc"],
    ...["  =1+1", "\u00a0=1", "\u3000@SUM(A1)", "\u200b+1", "\u2028-1", "\ufeff=1", " \t=1", "\n=1"],
    ...["＝1+1", "＋1", "－1", "＠SUM(A1)", "｡1", " ＝1+1", "﹦1"],
    ...[";=1+1", ",=1+1", "|=1+1", '"=1+1', "'=1+1", "；=1+1", "; ; =cmd|' /C calc'!A0"],
  ])("shows %j as text and runs nothing", (text) => {
    const [, cell = ""] = csvText(["cell"], [[text]]).split(/^cell\r\n/);
    const shown = cell.startsWith('"') ? cell.slice(1, -3).replaceAll('""', '"') : cell.slice(0, -2);
    expect(shown).toBe(`'${text}`);
    // Whole in a program that takes another separator.
    if (/[;|\t]/.test(text)) expect(cell).toMatch(/^"/);
  });

  it.each(["Abebe = Kebede", "a-b", "1,250.00", "ከበደ", "order #7", "(1)", "2026-11-03"])(
    "leaves %j as it is",
    (text) => {
      expect(csvText(["cell"], [[text]])).toContain(text);
      expect(csvText(["cell"], [[text]])).not.toContain("'");
    },
  );

  it("leaves amounts and counts numbers, negative ones too", () => {
    expect(csvText(["cell"], [[-12.5], [0], [-1]])).toBe("cell\r\n-12.5\r\n0\r\n-1\r\n");
  });
});
