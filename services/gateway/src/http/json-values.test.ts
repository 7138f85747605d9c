import { hasMoreValues } from "./json-values.ts";

const hasMore = (json: string, most: number) => hasMoreValues(Buffer.from(json), most);

describe("the number of values in JSON", () => {
  it.each([
    [`[${"{},".repeat(9)}{}]`, 20],
    [`{${Array.from({ length: 10 }, (_, n) => `"${n}":0`).join(",")}}`, 10],
    ["[".repeat(20), 20],
    [`["a,b,c,d,[,{","\\",\\",\\\\",1]`, 3],
  ])("of %s is %i", (json, values) => {
    expect([hasMore(json, values - 1), hasMore(json, values)]).toEqual([true, false]);
  });

  it("does not count what a text says", () => {
    expect(hasMore(JSON.stringify({ text: ',[{"\\'.repeat(1_000) }), 1)).toBe(false);
  });
});
