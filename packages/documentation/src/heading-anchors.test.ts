import { createHeadingAnchors } from "./heading-anchors.ts";

describe("the anchor of a heading", () => {
  it.each([
    ["States", "states"],
    ["Why a receipt does not fit", "why-a-receipt-does-not-fit"],
    ["rate_limited", "rate_limited"],
    ["1. Start the service", "1-start-the-service"],
    ["What confirms, and what stays risky", "what-confirms-and-what-stays-risky"],
    ["ደረሰኝ ማረጋገጥ", "ደረሰኝ-ማረጋገጥ"],
  ])("%s is #%s", (heading, anchor) => {
    expect(createHeadingAnchors()(heading)).toBe(anchor);
  });

  it("gets a number when a page repeats its words", () => {
    const anchorOf = createHeadingAnchors();
    expect(["Keys", "Keys", "Keys"].map(anchorOf)).toEqual(["keys", "keys-1", "keys-2"]);
  });
});
