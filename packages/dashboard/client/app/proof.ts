import { html, type TemplateResult } from "lit-html";
import type { Api } from "../api/api-client.ts";
import { ApiFault } from "../api/api-fault.ts";
import { formDialog } from "../elements/dialog.ts";
import { type FormState, type FormValues, idleForm } from "../elements/form.ts";
import type { App } from "./app-context.ts";

/** An action waits until the person has proved the identity again. */
export interface Proof {
  readonly form: FormState;
  readonly needsCode: boolean;
  readonly set: (form: FormState) => void;
  readonly send: (values: FormValues) => Promise<void>;
  readonly cancel: () => void;
}

/** Returns whether the person gave a proof. */
export function createProve(deps: {
  readonly api: Api;
  readonly now: () => Proof | undefined;
  readonly set: (proof: Proof | undefined) => void;
}): () => Promise<boolean> {
  return () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const change = (patch: Partial<Proof>) => {
      const proof = deps.now();
      if (proof !== undefined) deps.set({ ...proof, ...patch });
    };
    const end = (isProven: boolean) => {
      deps.set(undefined);
      resolve(isProven);
    };
    deps.set({
      form: idleForm,
      needsCode: false,
      set: (form) => change({ form }),
      send: async (values) => {
        const code = values.optional("code");
        const proof = { password: values.text("password"), ...(code === undefined ? {} : { code }) };
        try {
          await deps.api.post("/api/auth/confirm-password", proof);
          end(true);
        } catch (error) {
          if (!(error instanceof ApiFault) || error.code !== "two_factor_required") throw error;
          change({ needsCode: true });
        }
      },
      cancel: () => end(false),
    });
    return promise;
  };
}

export function proofDialog(app: App, { form, needsCode, set, send, cancel }: Proof): TemplateResult {
  const { shared } = app;
  return formDialog({
    app,
    form,
    set,
    send,
    headingId: "proof-title",
    title: shared.proof.title,
    onClose: cancel,
    body: ({ field, submit }) =>
      html`<p>${shared.proof.why}</p>
        ${field({
          name: "password",
          label: shared.password,
          type: "password",
          autocomplete: "current-password",
        })}
        ${
          needsCode
            ? field({
                name: "code",
                label: shared.code,
                hint: shared.codeHint,
                autocomplete: "one-time-code",
              })
            : ""
        }
        ${submit(shared.proof.submit)}`,
  });
}
