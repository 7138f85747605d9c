import { jsonObjectsIn, lasting, outputPattern, pageJson } from "./shown-answers.ts";

describe("what a page shows of an answer", () => {
  it("may differ by ids, times and durations, and by nothing else", () => {
    const answer = (id: string, durationMs: number, amount: number) =>
      lasting({ requestId: `ver_${id}`, completedAt: "2026-10-05T09:00:00.123Z", durationMs, amount });
    const [one, other] = ["01k9zc4q2v5n8r7t6y3w1x0b9a", "01k9zc4q2v5n8r7t6y3w1x0b9b"] as const;
    expect(answer(one, 5, 1)).toEqual(answer(other, 6, 1));
    expect(answer(one, 5, 1)).not.toEqual(answer(one, 5, 2));
  });

  it.each(["EA1K3WQ8M2", "DJ5K3WQ8M2", "DKN0000001"])(
    "may name %s, a payment that was ordered on the day, whichever day that is",
    (reference) => {
      const message = (named: string) => lasting({ smsText: `Your transaction number is ${named}.` });
      expect(message(reference)).toEqual(message("DL2K3WQ8M2"));
      expect(message(reference)).not.toEqual(message("DJ57QK2M41"));
    },
  );

  it("names the examples as they are", () => {
    expect(lasting("DJ57QK2M41")).toBe("DJ57QK2M41");
  });

  it("is found between what else was printed", () => {
    expect(jsonObjectsIn('a {"b":{"c":"}"}}handled\n{"d":1}')).toEqual([{ b: { c: "}" } }, { d: 1 }]);
  });

  it("is output with gaps", () => {
    expect("x\nid: 4\nevent: done\n").toMatch(outputPattern("…\nid: …\nevent: done\n"));
    expect("id: 4\nevent: status\n").not.toMatch(outputPattern("id: …\nevent: done"));
  });

  it("stands on one line where it fits", () => {
    expect(pageJson({ a: 1, b: ["x, y:z"] })).toBe('{ "a": 1, "b": ["x, y:z"] }');
    expect(pageJson({ long: "x".repeat(100) })).toContain('{\n  "long"');
  });
});
