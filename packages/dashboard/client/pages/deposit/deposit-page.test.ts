import type { App } from "../../app/app-context.ts";
import { eventsView } from "./deposit-page.ts";
import { depositPageTexts } from "./deposit-texts.ts";

type Loaded = Parameters<typeof eventsView>[1];

/** All values in a template, at any depth. */
function shownIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(shownIn);
  if (typeof value === "object" && value !== null && "values" in value) return shownIn(value.values);
  return [value];
}

it("shows unknown event types and reasons by their names", () => {
  const at = "2026-03-01T08:00:00.000Z";
  const data = { lastError: "no_such_reason" };
  const events = ["deposit.created", "deposit.refunded", "deposit.receipt_rejected"].map((type) => ({
    type,
    createdAt: at,
    data,
  }));
  const loaded = { events: { data: events, meta: { total: 3 } } } as unknown as Loaded; // as from a newer API
  const app = { language: "en" } as App;
  const shown = shownIn(eventsView({ app, texts: depositPageTexts.en }, loaded));
  expect(shown).toEqual(expect.arrayContaining(["Created", "deposit.refunded", "no_such_reason"]));
});
