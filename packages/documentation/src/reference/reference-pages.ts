import { type Html, html, htmlText, ownMarkup } from "@receipts/web-pages";
import type { ListedPage, PageContent } from "../page-frame.ts";
import type { Heading, Markdown } from "../render-markdown.ts";
import { isJson, listIn, textIn } from "./json-reading.ts";
import { operationMarkup, plainText, requestBody } from "./operation-markup.ts";
import {
  type Operation,
  type OperationGroup,
  operationGroupsOf,
  type Surface,
  webhooksOf,
} from "./operations.ts";
import { heading, objectsMarkup } from "./reference-markup.ts";

export const REFERENCE = "reference";

const objectsHeading = heading(2, "objects", "Objects", "Objects");

/** Returns the address of each operation and event type: `POST /api/verify`, `deposit.created` → page and anchor. */
export function referenceAddresses(surfaces: readonly Surface[]): ReadonlyMap<string, string> {
  return new Map([
    ...surfaces
      .flatMap(operationGroupsOf)
      .flatMap(({ page, operations }) =>
        operations.map(({ method, path, id }) => [`${method} ${path}`, `/docs/${page}#${id}`] as const),
      ),
    ...surfaces.flatMap((surface) =>
      webhooksOf(surface).map(({ event }) => [event, `/docs/${webhookPageOf(surface)}#${event}`] as const),
    ),
  ]);
}

/** Returns the pages that are built from the OpenAPI documents. */
export function referencePages(
  surfaces: readonly Surface[],
  deps: { readonly line: Markdown["line"]; readonly isErrorCode: (code: string) => boolean },
): readonly ListedPage[] {
  return [
    overviewPage(surfaces, deps.line),
    ...surfaces.flatMap((surface) => [
      ...operationGroupsOf(surface).map((group) => groupPage(group, deps)),
      webhookBodiesPage(surface, deps),
    ]),
  ];
}

function overviewPage(surfaces: readonly Surface[], line: Markdown["line"]): ListedPage {
  return page(REFERENCE, "API reference", () => ({
    headings: surfaces.map(({ title }) => anchored(title, title.toLowerCase())),
    main: html`${surfaces.map((surface) => surfaceOverview(surface, line))}`,
  }));
}

function surfaceOverview(surface: Surface, line: Markdown["line"]): Html {
  const { title, address, document } = surface;
  const servers = listIn(document, "servers").filter(isJson);
  return html`${heading(2, title.toLowerCase(), title, title)}<p>Served at ${servers.map((server) => html`<code>${textIn(server, "url")}</code>`)}. OpenAPI document: <a href="${address}"><code>${address}</code></a>. Notifications: <a href="/docs/${webhookPageOf(surface)}">webhook bodies</a>.</p>
${operationGroupsOf(surface).map(
  (group) => html`<h3><a href="/docs/${group.page}">${group.title}</a></h3>
<ul class="operations">${group.operations.map((operation) => operationLink(group, operation, line))}</ul>
`,
)}`;
}

function operationLink(
  { page: name }: OperationGroup,
  { id, method, path, summary }: Operation,
  line: Markdown["line"],
): Html {
  return html`<li><a href="/docs/${name}#${id}"><code><b>${method}</b> ${path}</code></a> ${ownMarkup(line(summary))}</li>
`;
}

function groupPage(group: OperationGroup, deps: Parameters<typeof referencePages>[1]): ListedPage {
  const { surface, title } = group;
  return page(group.page, surface.prefix === "" ? title : `${surface.title}: ${title.toLowerCase()}`, () =>
    groupContent(group, deps),
  );
}

function groupContent(
  group: OperationGroup,
  { line, isErrorCode }: Parameters<typeof referencePages>[1],
): MainContent {
  const { document } = group.surface;
  const mentioned = new Set<string>();
  const deps = { document, line, isErrorCode, mentions: (name: string) => mentioned.add(name) };
  const operations = group.operations.map((operation) => operationMarkup(deps, operation));
  const objects = objectsMarkup(deps, mentioned);
  const headings = group.operations.map(({ id, summary }) => anchored(plainText(summary), id));
  const about = descriptionOf(group);
  return {
    headings: objects.length === 0 ? headings : [...headings, anchored("Objects", "objects")],
    main: html`${
      about !== "" &&
      html`<p>${ownMarkup(line(about))}</p>
`
    }${operations}${objects.length > 0 && html`${objectsHeading}${objects}`}`,
  };
}

/** Description of the tag. */
function descriptionOf({ surface, title }: OperationGroup): string {
  const tag = listIn(surface.document, "tags")
    .filter(isJson)
    .find((candidate) => candidate["name"] === title);
  return tag === undefined ? "" : textIn(tag, "description");
}

/** The page of everything that this surface sends to receivers. */
function webhookBodiesPage(surface: Surface, deps: { readonly line: Markdown["line"] }): ListedPage {
  return page(
    webhookPageOf(surface),
    surface.prefix === "" ? "Webhook bodies" : `${surface.title}: webhook bodies`,
    () => webhookBodies(surface, deps),
  );
}

function webhookBodies(surface: Surface, { line }: { readonly line: Markdown["line"] }): MainContent {
  const mentioned = new Set<string>();
  const deps = { document: surface.document, line, mentions: (name: string) => mentioned.add(name) };
  const webhooks = webhooksOf(surface);
  const events = webhooks.map(
    ({ event, json }) => html`<section class="operation">
${heading(2, event, html`<code>${event}</code>`, event)}<p>${ownMarkup(line(textIn(json, "description") || textIn(json, "summary")))}</p>
${requestBody(deps, json)}</section>
`,
  );
  return {
    headings: webhooks.map(({ event }) => anchored(event, event)),
    main: html`<p>For signatures and retries see <a href="/docs/webhooks">Receive webhooks</a>.</p>
${events}${objectsHeading}${objectsMarkup(deps, mentioned)}`,
  };
}

const webhookPageOf = ({ prefix }: Surface) => `${REFERENCE}/${prefix}webhook-bodies`;

function anchored(text: string, anchor: string): Heading {
  return { level: 2, text, anchor };
}

interface MainContent {
  readonly headings: readonly Heading[];
  readonly main: Html;
}

function page(name: string, title: string, content: () => MainContent): ListedPage {
  const write = (): PageContent => {
    const { headings, main } = content();
    return {
      headings,
      markup: htmlText(html`<h1>${title}</h1>
${main}`),
    };
  };
  return { name, title, write };
}
