import { readFileSync } from "node:fs";
import { signWebhook } from "@receipts/webhooks";
import { defaultRetrySchedule } from "../src/retry-schedule.ts";

const page = readFileSync(
  new URL("../../../packages/documentation/pages/webhooks.md", import.meta.url),
  "utf8",
);
const shown = (name: string) => new RegExp(`^${name} +(.+)$`, "m").exec(page)?.[1] ?? "";

describe("the page for receivers", () => {
  it("shows correct test vectors", () => {
    const secret = shown("secret");
    const headers = signWebhook({
      secrets: { legacy: secret, all: [secret] },
      deliveryId: shown("webhook-id"),
      timestampSeconds: Number(shown("webhook-timestamp")),
      body: shown("raw body"),
    });
    expect(Object.entries(headers)).toHaveLength(5);
    for (const [name, value] of Object.entries(headers)) expect(shown(name)).toBe(value);
  });

  it("shows the default schedule", () => {
    expect(defaultRetrySchedule).toBe("0s,30s,2m,8m,30m");
    expect(page).toContain("after 30 s, 2, 8 and 30 minutes");
  });
});
