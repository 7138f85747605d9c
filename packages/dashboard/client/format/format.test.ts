import { isolated } from "./isolated.ts";
import { indentedJson, jsonText } from "./json-text.ts";
import { count, money } from "./money.ts";
import { duration, timeText } from "./time.ts";

it("formats money by language", () => {
  expect(money(1_250.5, "ETB", "en")).toBe("ETB 1,250.50");
  expect(money(1_250.5, "ETB", "am")).toBe("1,250.50 ብር");
  expect(money(3, null, "en")).toBe("ETB 3.00");
  expect(money(3, "USD", "am")).toBe("USD 3.00");
  expect(count(10_000)).toBe("10,000");
});

/** Midnight in Ethiopia is 21:00 UTC of the day before. */
it("shows Ethiopian time on the 24-hour clock and the Gregorian calendar", () => {
  expect(timeText("2025-10-04T21:00:00.000Z", "en")).toBe("5 Oct 2025, 00:00");
  expect(timeText("2025-10-04T21:00:00.000Z", "en", "day")).toBe("5 Oct 2025");
  expect(timeText("2025-10-04T21:00:07.000Z", "en", "clock")).toBe("00:00:07");
  expect(timeText("2025-10-04T21:00:00.000Z", "am", "day")).toContain("2025");
});

it.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [1_500, "1.5 s"],
  [61_000, "1 min 1 s"],
])("formats %i ms as %s", (milliseconds, text) => {
  expect(duration(milliseconds, "en")).toBe(text);
});

/** RIGHT-TO-LEFT OVERRIDE reverses the text after it: `fdp.exe` shows as `exe.pdf`. */
describe("a text with invisible characters", () => {
  const hidden = "invoice_\u202Efdp.exe \u{E0001}";

  it("escapes them in JSON, which parses to the same value", () => {
    const json = jsonText({ name: hidden });
    expect(json).toContain("invoice_\\u202efdp.exe \\udb40\\udc01");
    expect(JSON.parse(json)).toEqual({ name: hidden });
  });

  it("isolates their effect within a sentence", () => {
    expect(isolated(hidden)).toBe(`\u2068${hidden}\u2069`);
  });
});

describe("a payload", () => {
  it("is indented like other JSON", () => {
    const value = { a: [1, { b: "x, {y}: [z] \\" }], c: {}, d: [], e: null };
    expect(indentedJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  });

  it("keeps the spelling of its numbers and strings", () => {
    const lines = indentedJson('{"amount":1250.50,"id":12345678901234567890,"name":"\\u0041\u202E"}');
    expect(lines).toBe(
      '{\n  "amount": 1250.50,\n  "id": 12345678901234567890,\n  "name": "\\u0041\\u202e"\n}',
    );
  });
});
