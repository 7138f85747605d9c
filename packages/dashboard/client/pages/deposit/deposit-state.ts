import { unlessNotFound } from "../../api/api-fault.ts";
import type { DataAt } from "../../api/api-routes.ts";
import type { LoadContext, ViewContext } from "../../app/page.ts";
import { idleForm } from "../../elements/form.ts";
import { loadSubjectDeliveries } from "../../webhooks/subject-deliveries.ts";
import type { depositPageTexts } from "./deposit-texts.ts";

export type Deposit = DataAt<"get", "/api/deposits/{id}">;

export type Loaded = NonNullable<Awaited<ReturnType<typeof load>>>;

export type DepositContext = ViewContext<
  typeof depositPageTexts,
  Loaded | undefined,
  ReturnType<typeof start>
>;

/** Enough for ten receipts with one outcome each, and the end: only a deposit paid in dozens of parts has more. */
const EVENTS = 100;

export const start = () => ({ form: idleForm, isCanceling: false, isRedelivering: false });

export async function load({ app, params, signal }: LoadContext) {
  const options = { params: { id: params["depositId"] ?? "" }, signal };
  const found = await unlessNotFound(
    Promise.all([
      app.api.get("/api/deposits/{id}", options),
      app.api.get("/api/deposits/{id}/events", { ...options, query: { limit: EVENTS } }),
      app.api.get("/api/deposits/{id}/receipts", options),
      loadSubjectDeliveries(app.api, { subject: options.params.id, signal }),
    ]),
  );
  if (found === undefined) return undefined;
  const [deposit, events, receipts, deliveries] = found;
  return { deposit: deposit.data, events, receipts: receipts.data, deliveries };
}
