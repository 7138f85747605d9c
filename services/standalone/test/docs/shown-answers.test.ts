import { jsonObjectsIn, lasting, outputPattern, pageJson } from "./shown-answers.ts";

describe("a shown response", () => {
  it("may differ only by ids, times and durations", () => {
    const answer = (id: string, durationMs: number, amount: number) =>
      lasting({ requestId: `ver_${id}`, completedAt: "2026-10-05T09:00:00.123Z", durationMs, amount });
    const [one, other] = ["01k9zc4q2v5n8r7t6y3w1x0b9a", "01k9zc4q2v5n8r7t6y3w1x0b9b"] as const;
    expect(answer(one, 5, 1)).toEqual(answer(other, 6, 1));
    expect(answer(one, 5, 1)).not.toEqual(answer(one, 5, 2));
  });

  it.each(["EA1K3WQ8M2", "DJ5K3WQ8M2", "DKN0000001"])("may name %s, a payment of any day", (reference) => {
    const message = (named: string) => lasting({ smsText: `Your transaction number is ${named}.` });
    expect(message(reference)).toEqual(message("DL2K3WQ8M2"));
    expect(message(reference)).not.toEqual(message("DJ57QK2M41"));
  });

  it("keeps the references of the examples", () => {
    expect(lasting("DJ57QK2M41")).toBe("DJ57QK2M41");
  });

  it("is found between other output", () => {
    expect(jsonObjectsIn('a {"b":{"c":"}"}}handled\n{"d":1}')).toEqual([{ b: { c: "}" } }, { d: 1 }]);
  });

  it("may have gaps", () => {
    expect("x\nid: 4\nevent: done\n").toMatch(outputPattern("…\nid: …\nevent: done\n"));
    expect("id: 4\nevent: status\n").not.toMatch(outputPattern("id: …\nevent: done"));
  });

  it("is on one line if it fits", () => {
    expect(pageJson({ a: 1, b: ["x, y:z"] })).toBe('{ "a": 1, "b": ["x, y:z"] }');
    expect(pageJson({ long: "x".repeat(100) })).toContain('{\n  "long"');
  });
});
