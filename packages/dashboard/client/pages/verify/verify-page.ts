import { html } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import { verifyView } from "../../verify/verify-form.ts";
import { startVerifying } from "../../verify/verify-state.ts";
import { verifyTexts } from "../../verify/verify-texts.ts";

export const verifyPage = definePage({
  name: "verify",
  path: "/verify",
  nav: { group: "work", icon: "check" },
  texts: verifyTexts,
  start: startVerifying,
  lead: verifyView,
  load: async () => undefined,
  view: () => html``,
});
