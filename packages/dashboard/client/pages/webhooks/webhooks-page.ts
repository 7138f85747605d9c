import { html, nothing } from "lit-html";
import { unlessNotFound } from "../../api/api-fault.ts";
import type { DataAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { type FormState, idleForm } from "../../elements/form.ts";
import { addressView } from "./address-view.ts";
import { recoveryView, WEBHOOKS_PATH } from "./recovery-view.ts";
import { secretDialogView, secretView } from "./secret-view.ts";
import { testView } from "./test-view.ts";
import { webhooksTexts } from "./webhooks-texts.ts";

interface State {
  readonly addressForm: FormState;
  readonly testForm: FormState;
  readonly recoveryForm: FormState;
  readonly dialogForm: FormState;
  readonly dialog:
    | { readonly kind: "rotate" | "activate" | "remove" }
    /** Held only here; closing the dialog drops it. */
    | { readonly kind: "secret"; readonly secret: string }
    | undefined;
  readonly tested: DataAt<"post", "/api/verify/test-webhook"> | undefined;
}

export type WebhooksContext = ViewContext<typeof webhooksTexts, Awaited<ReturnType<typeof load>>, State>;

const RUNNING_MS = 1_000;
/** Poll interval for requeued deliveries, which can take as long as the retry schedule. */
const PENDING_MS = 5_000;

export const webhooksPage = definePage({
  name: "webhooks",
  path: WEBHOOKS_PATH,
  nav: { group: "developers", icon: "webhook" },
  texts: webhooksTexts,
  start: (): State => ({
    addressForm: idleForm,
    testForm: idleForm,
    recoveryForm: idleForm,
    dialogForm: idleForm,
    dialog: undefined,
    tested: undefined,
  }),
  load,
  view: (context) => {
    const { texts, state } = context;
    return html`<p>${texts.intro} <a class="link" href="/docs/webhooks">${texts.docs}</a></p>
      <div class="columns">
        <div class="stack">${addressView(context)} ${secretView(context)}</div>
        <div class="stack">${testView(context)} ${recoveryView(context)}</div>
      </div>
      ${state.dialog === undefined ? nothing : secretDialogView(context, state.dialog)}`;
  },
  live: ({ data, reload }) => {
    const { recovery } = data;
    if (recovery === undefined || (recovery.state === "finished" && recovery.pending === 0)) return undefined;
    const timer = setTimeout(() => void reload(), recovery.state === "running" ? RUNNING_MS : PENDING_MS);
    return () => clearTimeout(timer);
  },
});

async function load(context: LoadContext) {
  const { app, signal } = context;
  const [profile, recovery] = await Promise.all([
    app.api.get("/api/profile", { signal }),
    findRecovery(context),
  ]);
  return { profile: profile.data, recovery };
}

/** The recovery named in the address, so that a reload finds it. */
async function findRecovery({ app, query, signal }: LoadContext) {
  const id = query.get("recovery");
  if (id === null || id === "") return undefined;
  const found = await unlessNotFound(app.api.get("/api/webhooks/recover/{id}", { params: { id }, signal }));
  return found?.data;
}
