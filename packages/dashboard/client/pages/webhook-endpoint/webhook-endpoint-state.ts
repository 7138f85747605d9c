import { unlessNotFound } from "../../api/api-fault.ts";
import type { LoadContext, ViewContext } from "../../app/page.ts";
import type { FormState } from "../../elements/form.ts";
import { findRecovery } from "../../webhooks/recovery-view.ts";
import type { webhookEndpointTexts } from "./webhook-endpoint-texts.ts";

const LATEST = 10;

export interface State {
  readonly form: FormState;
  readonly recoveryForm: FormState;
  readonly isEnabling: boolean;
  readonly dialog:
    | { readonly kind: "edit"; readonly types: readonly string[] }
    | { readonly kind: "test" | "rotate" | "activate" | "disable" | "remove" }
    /** Held only here; closing the dialog drops it. */
    | { readonly kind: "secret"; readonly secret: string }
    | undefined;
}

type Loaded = NonNullable<Awaited<ReturnType<typeof load>>>;
export type PageContext = ViewContext<typeof webhookEndpointTexts, Loaded | undefined, State>;
export type EndpointContext = ViewContext<typeof webhookEndpointTexts, Loaded, State>;

export async function load(context: LoadContext) {
  const { app, params, signal } = context;
  const id = params["endpointId"] ?? "";
  const endpoint = await unlessNotFound(
    app.api.get("/api/webhook-endpoints/{id}", { params: { id }, signal }),
  );
  if (endpoint === undefined) return undefined;
  const [deliveries, statistics, recovery] = await Promise.all([
    app.api.get("/api/webhook-deliveries", { query: { endpoint: id, limit: LATEST }, signal }),
    // Missing while an older version answers.
    unlessNotFound(app.api.get("/api/webhook-endpoints/{id}/statistics", { params: { id }, signal })),
    findRecovery(context),
  ]);
  return { endpoint: endpoint.data, deliveries: deliveries.data, statistics: statistics?.data, recovery };
}
