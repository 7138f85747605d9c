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
  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("shows %j as text and runs nothing", (text) => {
    expect(csvText(["cell"], [[text]])).toContain(`'${text}`);
  });
});
