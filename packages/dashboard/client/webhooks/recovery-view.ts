import type { WebhookEndpoint } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import { unlessNotFound } from "../api/api-fault.ts";
import type { DataAt } from "../api/api-routes.ts";
import type { App } from "../app/app-context.ts";
import type { LoadContext } from "../app/page.ts";
import { type FormState, type FormValues, formView } from "../elements/form.ts";
import { details } from "../elements/table.ts";
import { count } from "../format/money.ts";
import { recoveryTexts } from "./recovery-texts.ts";

type Recovery = DataAt<"get", "/api/webhooks/recover/{id}">;

interface RecoveryContext {
  readonly app: App;
  readonly state: { readonly recoveryForm: FormState };
  readonly change: (patch: { readonly recoveryForm: FormState }) => void;
}

interface RecoverySettings {
  readonly recovery: Recovery | undefined;
  /** Of the page, which shows the recovery named in its address. */
  readonly path: string;
  /** Only its webhooks; undefined for all of the account. */
  readonly endpoint?: WebhookEndpoint;
}

/** Resends all failed deliveries of a period and shows the progress. */
export function recoveryView(context: RecoveryContext, settings: RecoverySettings): TemplateResult {
  const { app, state, change } = context;
  const { recovery, path, endpoint } = settings;
  const { shared, language } = app;
  const texts = recoveryTexts[language];
  const form = formView({
    app,
    form: state.recoveryForm,
    set: (recoveryForm) => change({ recoveryForm }),
    send: async (values) => {
      const { id } = await recover(app, values, endpoint);
      app.go(`${path}?${new URLSearchParams({ recovery: id })}`);
    },
    body: ({ field, submit }) =>
      html`<div class="filters">
          ${field({
            name: "since",
            label: shared.fromDay,
            hint: shared.utcDays,
            type: "date",
            value: endpoint?.failingSince?.slice(0, 10),
          })}
          ${field({ name: "until", label: shared.toDay, hint: texts.untilHint, type: "date", isOptional: true })}
          ${
            endpoint === undefined
              ? field({ name: "host", label: texts.host, hint: texts.hostHint, isOptional: true })
              : nothing
          }
        </div>
        ${submit(texts.recover)}`,
  });
  return html`<p class="hint">${endpoint === undefined ? texts.hint : texts.endpointHint}</p>
    ${recovery === undefined ? nothing : progressView(recovery, app)}
    ${endpoint?.enabled === false ? html`<p class="soft">${texts.disabledHint}</p>` : form}`;
}

async function recover(
  { api }: App,
  values: FormValues,
  endpoint: WebhookEndpoint | undefined,
): Promise<Recovery> {
  const period = { since: values.text("since"), ...chosen("until", values.optional("until")) };
  if (endpoint !== undefined) {
    const params = { id: endpoint.id };
    return (await api.post("/api/webhook-endpoints/{id}/recover", period, { params })).data;
  }
  const body = { ...period, ...chosen("host", values.optional("host")?.trim()) };
  return (await api.post("/api/webhooks/recover", body)).data;
}

function chosen<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>); // one property of that name
}

function progressView(recovery: Recovery, { language }: App): TemplateResult {
  const texts = recoveryTexts[language];
  const { state, matched, matchedIsExact, requeued, delivered, failed, pending } = recovery;
  const isDone = !isRunning(recovery);
  const found = `${count(matched)}${matchedIsExact ? "" : "+"}`;
  return html`<div class=${isDone ? "notice good" : "notice"} role="status">
    <p><strong>${isDone ? texts.done : texts.running}</strong></p>
    ${
      state === "finished" && matched === 0
        ? html`<p>${texts.nothingToRecover}</p>`
        : html`<label class="progress"
            ><span>${texts.progress(count(requeued), found)}</span
            ><progress max=${progressMax(recovery)} .value=${requeued}></progress
          ></label>
          ${details([
            [texts.matched, found],
            [texts.requeued, count(requeued)],
            [texts.delivered, count(delivered)],
            [texts.failed, count(failed)],
            [texts.pending, count(pending)],
          ])}`
    }
  </div>`;
}

/** Without an exact count, the bar is not full before the end. */
function progressMax({ state, matched, matchedIsExact, requeued }: Recovery): number {
  const seen = requeued + (state === "running" ? 1 : 0);
  return Math.max(1, matchedIsExact ? matched : Math.max(matched, seen));
}

/** The recovery named in the address, so that a reload finds it. */
export async function findRecovery({ app, query, signal }: LoadContext): Promise<Recovery | undefined> {
  const id = query.get("recovery");
  if (id === null || id === "") return undefined;
  const found = await unlessNotFound(app.api.get("/api/webhooks/recover/{id}", { params: { id }, signal }));
  return found?.data;
}

function isRunning({ state, pending }: Recovery): boolean {
  return state === "running" || pending > 0;
}

const RUNNING_MS = 1_000;
/** Poll interval for requeued deliveries, which can take as long as the retry schedule. */
const PENDING_MS = 5_000;

/** Calls back when the recovery can have changed. Undefined if it is done. */
export function followRecovery(
  recovery: Recovery | undefined,
  changed: () => void,
): (() => void) | undefined {
  if (recovery === undefined || !isRunning(recovery)) return undefined;
  const timer = setTimeout(changed, recovery.state === "running" ? RUNNING_MS : PENDING_MS);
  return () => clearTimeout(timer);
}
