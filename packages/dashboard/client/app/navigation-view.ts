import { html, type TemplateResult } from "lit-html";
import { icon } from "../elements/icon.ts";
import type { App } from "./app-context.ts";
import type { NavGroup, Page } from "./page.ts";
import { mayOpen } from "./page-roles.ts";
import { addressOfPage } from "./routes.ts";

const groups: readonly NavGroup[] = ["work", "counter", "money", "developers", "account"];

/** Pages of the navigation by group, in the order of the registry. */
export function navigationView(pages: readonly Page[], current: Page | undefined, app: App): TemplateResult {
  return html`<nav id="navigation" class="navigation" aria-label=${app.shared.navigation}>
    ${groups.map((group) => groupView(group, pages, current, app))}
  </nav>`;
}

function groupView(
  group: NavGroup,
  pages: readonly Page[],
  current: Page | undefined,
  app: App,
): TemplateResult {
  const role = app.session?.member.role;
  // Until the role is known, only what every role opens.
  const listed = pages.filter(
    (page) =>
      page.nav?.group === group && (role === undefined ? page.roles === undefined : mayOpen(page, role)),
  );
  const title = app.shared.groups[group];
  if (listed.length === 0) return html``;
  return html`<p class="group" id=${`group-${group}`}>${title}</p>
    <ul aria-labelledby=${`group-${group}`}>
      ${listed.map((page) => {
        const isHere = page.name === (current?.within ?? current?.name);
        return html`<li>
          <a href=${addressOfPage(page.path)} aria-current=${isHere ? "page" : "false"}
            >${page.nav === undefined ? "" : icon(page.nav.icon)}<span>${page.title(app.language)}</span></a
          >
        </li>`;
      })}
    </ul>`;
}
