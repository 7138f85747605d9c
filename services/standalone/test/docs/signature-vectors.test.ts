import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { readBlocks } from "./page-blocks.ts";

/** `name   value`, one a line. */
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

/** Integrators hold their own code against them, and believe them before they believe us. */
describe("the vectors on the page of webhooks", () => {
  const [vector] = vectors;
  const value = (name: string) => {
    const found = vector?.get(name);
    if (found === undefined) throw new Error(`the page has no ${name}`);
    return found;
  };

  it("are one of each scheme, with all that goes into it", () => {
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

  it("are signed as the published Standard Webhooks library signs", () => {
    const sentAt = new Date(Number(value("webhook-timestamp")) * 1_000);
    const signature = new Webhook(value("secret")).sign(value("webhook-id"), sentAt, value("raw body"));
    expect(value("webhook-signature")).toBe(signature);
  });

  /** No library knows this scheme: it is computed as the page's table says. */
  it("are signed by the secret as it was shown in the header of old", () => {
    const signed = `${value("x-webhook-timestamp")}.${value("raw body")}`;
    const digest = createHmac("sha256", value("secret")).update(signed).digest("hex");
    expect(value("x-webhook-signature")).toBe(`sha256=${digest}`);
  });
});
