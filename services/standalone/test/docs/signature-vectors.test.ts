import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { readBlocks } from "./page-blocks.ts";

/** Reads `name   value` from each line. */
function valuesOf(code: string): ReadonlyMap<string, string> {
  return new Map(
    [...code.matchAll(/^(\S+(?: \S+)*) {2,}(.+)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const vectors = readBlocks("webhooks.md")
  .filter(
    ({ language, role, code }) => language === "text" && role === "" && code.includes("webhook-signature"),
  )
  .map(({ code }) => valuesOf(code));

/** Integrators test their own code with these vectors. */
describe("the vectors on the page of webhooks", () => {
  const [vector] = vectors;
  const value = (name: string) => {
    const found = vector?.get(name);
    if (found === undefined) throw new Error(`the page has no ${name}`);
    return found;
  };

  it("have every input and signature of both schemes", () => {
    expect(vectors.map((each) => [...each.keys()])).toEqual([
      [
        "secret",
        "raw body",
        "x-webhook-timestamp",
        "x-webhook-signature",
        "webhook-id",
        "webhook-timestamp",
        "webhook-signature",
      ],
    ]);
  });

  it("match the published Standard Webhooks library", () => {
    const sentAt = new Date(Number(value("webhook-timestamp")) * 1_000);
    const signature = new Webhook(value("secret")).sign(value("webhook-id"), sentAt, value("raw body"));
    expect(value("webhook-signature")).toBe(signature);
  });

  /** No library has this scheme, so this computes it by the table of the page. */
  it("match the older scheme", () => {
    const signed = `${value("x-webhook-timestamp")}.${value("raw body")}`;
    const digest = createHmac("sha256", value("secret")).update(signed).digest("hex");
    expect(value("x-webhook-signature")).toBe(`sha256=${digest}`);
  });
});
