import type { Sent } from "../../api/sent-once.ts";
import type { LoadContext, ViewContext } from "../../app/page.ts";
import { type FormState, idleForm } from "../../elements/form.ts";
import { pageOf } from "../../elements/pager.ts";
import { lastDays } from "../../format/time.ts";
import { periodOf } from "./credits-query.ts";
import type { creditsTexts } from "./credits-texts.ts";

/** More than can be unpaid at once. */
const PURCHASES = 10;

/** `sent`: the purchase that was asked for last, if its response was lost. */
export const start = (): { readonly buying: FormState; readonly sent: Sent | undefined } => ({
  buying: idleForm,
  sent: undefined,
});

export type CreditsContext = ViewContext<
  typeof creditsTexts,
  Awaited<ReturnType<typeof load>>,
  ReturnType<typeof start>
>;

export async function load({ app, query, signal }: LoadContext) {
  const { timeZone } = (await app.whenSignedIn()).user;
  const dates = lastDays(periodOf(query), new Date(), timeZone);
  const [balance, usage, packages, purchases, transactions] = await Promise.all([
    app.api.get("/api/credits/balance", { signal }),
    app.api.get("/api/credits/usage", { query: { startDate: dates[0], timeZone }, signal }),
    app.api.get("/api/credits/packages", { signal }),
    app.api.get("/api/credits/purchases", { query: { limit: PURCHASES }, signal }),
    app.api.get("/api/credits/transactions", { query: pageOf(query), signal }),
  ]);
  return {
    balance: balance.data.balance,
    dates,
    usage: usage.data,
    packages: packages.data,
    purchases: purchases.data,
    transactions,
  };
}
