import type { LoadContext, ViewContext } from "../../app/page.ts";
import type { FormState } from "../../elements/form.ts";
import { ALL_ENDPOINTS } from "../../webhooks/endpoint-view.ts";
import type { webhooksTexts } from "./webhooks-texts.ts";

export interface State {
  readonly form: FormState;
  readonly dialog:
    | { readonly kind: "add"; readonly types: readonly string[] }
    | { readonly kind: "default" | "rotate" | "activate" | "remove" }
    /** Held only here; closing the dialog drops it. `endpointId`: of a new endpoint. */
    | { readonly kind: "secret"; readonly secret: string; readonly endpointId?: string }
    | undefined;
  readonly isEnabling: boolean;
}

export type WebhooksContext = ViewContext<typeof webhooksTexts, Awaited<ReturnType<typeof load>>, State>;

export async function load({ app, signal }: LoadContext) {
  const [profile, endpoints] = await Promise.all([
    app.api.get("/api/profile", { signal }),
    app.api.get("/api/webhook-endpoints", { query: ALL_ENDPOINTS, signal }),
  ]);
  return { profile: profile.data, endpoints: endpoints.data };
}
