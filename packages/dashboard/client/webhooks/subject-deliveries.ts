import type { LoggedDelivery } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import type { Api } from "../api/api-client.ts";
import type { App } from "../app/app-context.ts";
import { addressOfPage } from "../app/routes.ts";
import { button } from "../elements/button.ts";
import { time } from "../format/time.ts";
import { deliveryBadge, progressText } from "./delivery-table.ts";
import { deliveryTexts } from "./delivery-texts.ts";
import { DELIVERIES_PATH, deliveryPath } from "./webhook-paths.ts";

const LATEST = 25;

/** The latest webhooks of a request or deposit. */
export async function loadSubjectDeliveries(
  api: Api,
  { subject, signal }: { readonly subject: string; readonly signal: AbortSignal },
): Promise<readonly LoggedDelivery[]> {
  return (await api.get("/api/webhook-deliveries", { query: { subject, limit: LATEST }, signal })).data;
}

interface Context {
  readonly app: App;
  readonly state: { readonly isRedelivering: boolean };
  readonly change: (patch: { readonly isRedelivering: boolean }) => void;
  readonly reload: () => Promise<void>;
}

/** Webhooks of one request or deposit, with a button that resends all of them. */
export function subjectDeliveries(
  context: Context,
  subject: string,
  deliveries: readonly LoggedDelivery[],
): TemplateResult {
  const { app, state } = context;
  const texts = deliveryTexts[app.language];
  const log = addressOfPage(`${DELIVERIES_PATH}?${new URLSearchParams({ subject })}`);
  return html`<ul class="rows">
      ${deliveries.map((delivery) => deliveryView(delivery, app))}
    </ul>
    <div class="actions">
      ${button(texts.resendAll, () => resendAll(context, subject), { look: "quiet", isBusy: state.isRedelivering })}
      <a class="button quiet" href=${log}>${texts.inLog}</a>
    </div>`;
}

function deliveryView(delivery: LoggedDelivery, app: App): TemplateResult {
  const { id, type, url, createdAt } = delivery;
  const progress = progressText(delivery, app);
  return html`<li>
    <div>
      <a class="link" href=${addressOfPage(deliveryPath(id))}><code>${type}</code></a>
      <p class="soft"><code>${url}</code></p>
      <p class="hint">${time(createdAt, app.language, "second")}</p>
    </div>
    <div>${deliveryBadge(delivery, app)}${progress === "" ? nothing : html`<p class="hint">${progress}</p>`}</div>
  </li>`;
}

async function resendAll({ app, state, change, reload }: Context, subject: string): Promise<void> {
  if (state.isRedelivering) return;
  change({ isRedelivering: true });
  await app.attempt(async () => {
    const { data } = await app.api.post("/api/webhook-deliveries/redeliver", { subject });
    app.announce(deliveryTexts[app.language].resentAll(data.redelivered));
    await reload();
  });
  change({ isRedelivering: false });
}
