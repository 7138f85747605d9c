import type { WebhookEndpoint } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../app/app-context.ts";
import { addressOfPage } from "../app/routes.ts";
import { badge, type Tone } from "../elements/badge.ts";
import { button } from "../elements/button.ts";
import { isolated } from "../format/isolated.ts";
import { timeText } from "../format/time.ts";
import { endpointTexts } from "./endpoint-texts.ts";
import { EVERY_TYPE } from "./event-patterns.ts";
import { WEBHOOKS_PATH } from "./webhook-paths.ts";

const tones: Readonly<Record<WebhookEndpoint["state"], Tone>> = {
  healthy: "good",
  failing: "warn",
  disabled: "bad",
};

/** More than an account can have. */
export const ALL_ENDPOINTS = { limit: 100 };

export function endpointBadge({ state }: WebhookEndpoint, app: App): TemplateResult {
  return badge(tones[state], endpointTexts[app.language].states[state]);
}

/** Why it is not healthy, and since when. */
export function endpointReason(
  { state, failingSince, disabledReason, disabledAt }: WebhookEndpoint,
  { language }: App,
): string | undefined {
  const texts = endpointTexts[language];
  const at = (time: string | null) => (time === null ? "–" : timeText(time, language));
  if (state === "healthy") return undefined;
  if (state === "failing") return texts.failing(at(failingSince));
  if (disabledReason === null) return texts.disabledByYou;
  return disabledReason === "gone"
    ? texts.disabledGone(at(disabledAt))
    : texts.disabledFailing(at(disabledAt));
}

export function eventTypesView({ types }: WebhookEndpoint, app: App): TemplateResult {
  if (types.includes(EVERY_TYPE)) return html`${endpointTexts[app.language].everyEvent}`;
  return html`<ul class="plain-list">
    ${types.map((type) => html`<li><code>${type}</code></li>`)}
  </ul>`;
}

export function disabledByService(endpoints: readonly WebhookEndpoint[]): readonly WebhookEndpoint[] {
  return endpoints.filter(({ disabledReason }) => disabledReason !== null);
}

/** Says why an endpoint gets nothing, or not reliably. */
export function endpointNotice(
  endpoint: WebhookEndpoint,
  { app, enable, isBusy }: { readonly app: App; readonly enable: () => unknown; readonly isBusy: boolean },
): TemplateResult | typeof nothing {
  const reason = endpointReason(endpoint, app);
  if (reason === undefined) return nothing;
  const { states, enableAgain } = endpointTexts[app.language];
  const { state, description, url } = endpoint;
  return html`<div class=${state === "disabled" ? "notice bad" : "notice warn"}>
    <p><strong>${description ?? url}</strong>: ${states[state]}</p>
    <p>${reason}</p>
    ${
      state === "disabled"
        ? html`<p>${button(enableAgain, enable, { look: "quiet", of: description ?? url, isBusy })}</p>`
        : nothing
    }
  </div>`;
}

/** Says on other pages that endpoints are disabled, with a link to them. */
export function disabledNotice(
  endpoints: readonly WebhookEndpoint[],
  { language }: App,
): TemplateResult | typeof nothing {
  const { length } = disabledByService(endpoints);
  const texts = endpointTexts[language];
  if (length === 0) return nothing;
  return html`<div class="notice bad">
    <p><strong>${texts.someDisabled(length)}</strong></p>
    <p><a class="link" href=${addressOfPage(WEBHOOKS_PATH)}>${texts.toWebhooks}</a></p>
  </div>`;
}

interface EnablingContext {
  readonly app: App;
  readonly state: { readonly isEnabling: boolean };
  readonly change: (patch: { readonly isEnabling: boolean }) => void;
  readonly reload: () => Promise<void>;
}

/** Says that the change is saved, and names the headers that stay with the earlier receiver. */
export function savedText({ language, shared }: App, droppedHeaders: readonly string[]): string {
  if (droppedHeaders.length === 0) return shared.saved;
  return endpointTexts[language].headersDropped(droppedHeaders.map(isolated).join(", "));
}

export async function enableEndpoint(
  { app, state, change, reload }: EnablingContext,
  id: string,
): Promise<void> {
  if (state.isEnabling) return;
  change({ isEnabling: true });
  await app.attempt(async () => {
    await app.api.patch("/api/webhook-endpoints/{id}", { enabled: true }, { params: { id } });
    app.announce(endpointTexts[app.language].enabled);
    await reload();
  });
  change({ isEnabling: false });
}
