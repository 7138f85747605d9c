import { html, nothing, type TemplateResult } from "lit-html";
import type { DataAt } from "../../api/api-routes.ts";
import type { App } from "../../app/app-context.ts";
import { addressOfPage } from "../../app/routes.ts";
import { badge } from "../../elements/badge.ts";
import { card } from "../../elements/card.ts";
import type { homeTexts } from "./home-texts.ts";

export type FirstSteps = DataAt<"get", "/api/profile/first-steps">["steps"];
type Step = FirstSteps[number]["step"];

const pathOf: Readonly<Record<Step, string>> = {
  bank_account: "/bank-accounts",
  test_receipt: "/verify",
  till: "/tills",
  webhook: "/webhooks",
  person: "/team",
};
/** A developer sees no page of the others. */
const forDevelopers: readonly Step[] = ["test_receipt", "webhook"];

/** The first steps of a new account. The list ticks itself, and ends when all is done or with the first month. */
export function firstStepsView(
  app: App,
  texts: (typeof homeTexts)["en"],
  steps: FirstSteps,
): TemplateResult | typeof nothing {
  const role = app.session?.member.role;
  const shown = steps.filter(({ step }) => role !== "developer" || forDevelopers.includes(step));
  if (shown.every(({ done }) => done)) return nothing;
  return card(
    "first-steps",
    texts.firstSteps(shown.filter(({ done }) => done).length, shown.length),
    html`<ol class="first-steps">
        ${shown.map(({ step, done }) => {
          const { name, why } = texts.steps[step];
          return html`<li>
            ${done ? badge("good", texts.done) : nothing}
            <div>
              ${
                done
                  ? html`<span>${name}</span>`
                  : html`<a class="link" href=${addressOfPage(pathOf[step])}>${name}</a>
                    <p class="soft">${why}</p>`
              }
            </div>
          </li>`;
        })}
      </ol>`,
  );
}
