import { html, type TemplateResult } from "lit-html";
import type { App } from "../app/app-context.ts";
import { confirmation, formDialog } from "../elements/dialog.ts";
import type { FormSettings } from "../elements/form.ts";
import { secretDialog } from "../elements/secret-dialog.ts";
import { gracePeriods, secretTexts } from "./secret-texts.ts";

/** Asks how long the old secret is kept. */
export function rotateDialog(
  settings: Pick<FormSettings, "app" | "form" | "set"> & {
    readonly rotate: (body: { readonly gracePeriodSeconds: number }) => Promise<unknown>;
    readonly onClose: () => void;
  },
): TemplateResult {
  const texts = secretTexts[settings.app.language];
  return formDialog({
    ...settings,
    title: texts.rotate,
    send: (values) => settings.rotate({ gracePeriodSeconds: Number(values.text("gracePeriodSeconds")) }),
    body: ({ select, submit }) =>
      html`<p>${texts.rotateEffect}</p>
        ${select({
          name: "gracePeriodSeconds",
          label: texts.grace,
          hint: texts.graceHint,
          value: gracePeriods[0],
          options: gracePeriods.map((value) => [value, texts.gracePeriods[value]]),
        })}
        ${submit(texts.rotate)}`,
  });
}

/** Asks before only the new secret signs. */
export function endRotationDialog(
  settings: Omit<Parameters<typeof confirmation>[0], "title" | "effect" | "action">,
): TemplateResult {
  const texts = secretTexts[settings.app.language];
  return confirmation({
    ...settings,
    title: texts.endRotation,
    effect: texts.endRotationEffect,
    action: texts.endRotation,
  });
}

/** Shows a new signing secret once. */
export function newSecretDialog(app: App, secret: string, onClose: () => void): TemplateResult {
  const texts = secretTexts[app.language];
  return secretDialog({
    title: texts.newSecret,
    secret,
    what: texts.theSecret,
    warning: texts.warning,
    next: texts.next,
    done: app.shared.secretSaved,
    app,
    onClose,
  });
}
