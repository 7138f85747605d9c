import { html, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { icon } from "../elements/icon.ts";
import { count } from "../format/money.ts";
import type { App } from "./app-context.ts";
import type { NavGroup, Page } from "./page.ts";
import { mayOpen } from "./page-roles.ts";
import { addressOfPage } from "./routes.ts";

const groups: readonly NavGroup[] = ["work", "settings", "developers"];
const icons = { settings: "gear", developers: "braces" } as const;

interface Navigation {
  readonly pages: readonly Page[];
  readonly current: Page | undefined;
  readonly app: App;
  /** Number of receipts that wait for a decision. */
  readonly reviews: number | undefined;
}

/** Pages of the navigation by group, in the order of the registry. */
export function navigationView(navigation: Navigation): TemplateResult {
  return html`<nav id="navigation" class="navigation" aria-label=${navigation.app.shared.navigation}>
    ${groups.map((group) => groupView(group, navigation))}
  </nav>`;
}

function groupView(group: NavGroup, { pages, current, app, reviews }: Navigation): TemplateResult {
  const role = app.session?.member.role;
  const listed = pages.filter(
    (page) => page.nav?.group === group && (role === undefined || mayOpen(page, role)),
  );
  // Their places are kept until the role is known: no entry moves below the pointer of the one who is about to press it.
  const isReserved = (page: Page) => role === undefined && page.roles !== undefined;
  const title = app.shared.groups[group];
  const isCurrent = (page: Page) => page.name === (current?.within ?? current?.name);
  if (listed.length === 0) return html``;
  const entries = html`<ul class=${group === "work" ? "" : "of-group"} aria-labelledby=${`group-${group}`}>
    ${repeat(
      listed,
      ({ name }) => name,
      (page) =>
        html`<li class=${isReserved(page) ? "reserved" : ""}>
          <a href=${addressOfPage(page.path)} aria-current=${isCurrent(page) ? "page" : "false"}
            >${page.nav === undefined ? "" : icon(page.nav.icon)}<span>${page.title(app.language)}</span>${
              page.nav?.hasCount === true && reviews !== undefined && reviews > 0
                ? html`<span class="count">${count(reviews)}</span>`
                : ""
            }</a
          >
        </li>`,
    )}
  </ul>`;
  if (group === "work")
    return html`<p class=${`group ${listed.every(isReserved) ? "reserved" : ""}`} id="group-work">${title}</p>
      ${entries}`;
  // Opened with a page of the group, and as the person leaves it after that.
  return html`<details class=${listed.every(isReserved) ? "reserved" : ""} ?open=${listed.some(isCurrent)}>
    <summary id=${`group-${group}`}>${icon(icons[group])}<span>${title}</span></summary>
    ${entries}
  </details>`;
}
