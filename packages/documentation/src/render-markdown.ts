import { type Html, html, htmlText, ownMarkup } from "@receipts/web-pages";
import MarkdownIt, { type Env, type Token } from "markdown-it";
import { codeBlock } from "./code-block.ts";
import { createHeadingAnchors } from "./heading-anchors.ts";
import { type PagePart, partsOf } from "./tabs.ts";

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

export interface RenderedPage {
  /** Text of the `# heading`. */
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly markup: string;
}

export interface Markdown {
  page(source: string): RenderedPage;
  /** Renders one line, such as a description of the OpenAPI document. */
  line(source: string): string;
}

export interface MarkdownDeps {
  /** Maps a relative link of a page to its address on the site. */
  readonly linkOf: (target: string) => string;
  /** Address that code such as `POST /api/verify` or `/openapi.json` links to; undefined for other code. */
  readonly codeLinkOf: (code: string) => string | undefined;
}

/** Renders the Markdown of the pages. HTML in the source is escaped; wide tables and code scroll inside their own box. */
export function createMarkdown(deps: MarkdownDeps): Markdown {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const { rules } = markdown.renderer;
  const { escapeHtml } = markdown.utils;

  rules["heading_open"] = (tokens, index) => {
    const open = `<${tagOf(tokens[index])} id="${escapeHtml(attributeOf(tokens[index], "id"))}">`;
    return isTitle(tokens[index]) ? open : `<div class="heading">${open}`;
  };
  rules["heading_close"] = (tokens, index) => {
    const close = `</${tagOf(tokens[index])}>`;
    if (isTitle(tokens[index])) return `${close}\n`;
    const anchor = escapeHtml(attributeOf(tokens[index - 2], "id"));
    const label = escapeHtml(`Link to: ${textOf(tokens[index - 1])}`);
    return `${close}<a class="anchor" href="#${anchor}" aria-label="${label}">#</a></div>\n`;
  };
  rules["table_open"] = () => `<div class="wide" role="group" aria-label="Table" tabindex="0"><table>\n`;
  rules["table_close"] = () => "</table></div>\n";
  rules["fence"] = (tokens, index) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    return htmlText(codeBlock({ ...titledFence(info), code: content }));
  };
  rules["code_inline"] = (tokens, index) => {
    const content = tokens[index]?.content ?? "";
    const code = `<code>${escapeHtml(content)}</code>`;
    const link = isInLink(tokens, index) ? undefined : deps.codeLinkOf(content);
    return link === undefined ? code : `<a href="${escapeHtml(link)}">${code}</a>`;
  };
  rules["link_open"] = (tokens, index, options, _env, self) => {
    tokens[index]?.attrSet("href", deps.linkOf(attributeOf(tokens[index], "href")));
    return self.renderToken(tokens, index, options);
  };

  return {
    page: (source) => {
      const env: Env = {};
      const tokens = markdown.parse(source, env);
      const headings = nameHeadings(tokens);
      labelCells(tokens);
      const [title] = headings;
      if (title?.level !== 1) throw new Error(`a page must begin with its title: ${source.slice(0, 60)}`);
      return {
        title: title.text,
        headings,
        markup: htmlText(
          html`${partsOf(tokens, textOf).map((part) =>
            partMarkup(part, (some) => markdown.renderer.render([...some], markdown.options, env)),
          )}`,
        ),
      };
    },
    line: (source) => markdown.renderInline(source),
  };
}

const tagOf = (token: Token | undefined) => token?.tag ?? "";
const isTitle = (token: Token | undefined) => tagOf(token) === "h1";
const attributeOf = (token: Token | undefined, name: string) => String(token?.attrGet(name) ?? "");

function isInLink(tokens: readonly Token[], index: number): boolean {
  return tokens.slice(0, index).findLast(({ type }) => type.startsWith("link_"))?.type === "link_open";
}

/** Sets the anchor of each heading token and returns all headings. */
function nameHeadings(tokens: readonly Token[]): Heading[] {
  const anchorOf = createHeadingAnchors();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return [];
    const text = textOf(tokens[index + 1]);
    const anchor = anchorOf(text);
    token.attrSet("id", anchor);
    return [{ level: Number(token.tag.slice(1)), text, anchor }];
  });
}

/**
 * Gives each cell the title of its column, for phones: there the cells of a row stand one below the other. The second of two
 * columns needs no title.
 */
function labelCells(tokens: readonly Token[]): void {
  let titles: string[] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === "thead_open") titles = [];
    else if (token.type === "tr_open") column = 0;
    else if (token.type === "th_open") titles.push(textOf(tokens[index + 1]));
    else if (token.type === "td_open") {
      if (column > 0 && titles.length > 2) token.attrSet("data-label", titles[column] ?? "");
      column += 1;
    }
  }
}

/** Returns words and code without Markdown marks. */
function textOf(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join("");
}

/** Renders tabs one below the other. The script of the pages puts them side by side. */
function partMarkup({ tokens, tabs }: PagePart, render: (tokens: readonly Token[]) => string): Html {
  if (tabs.length === 0) return ownMarkup(render(tokens));
  return html`<div class="tabs">${tabs.map(
    (tab) => html`<section class="tab" data-tab="${tab.title}">
${ownMarkup(render(tab.tokens))}</section>
`,
  )}</div>
`;
}

/** The info of a fence: a language, then a file name to save the code as, or the role that tests read. */
function titledFence(info: string): { readonly language: string; readonly title: string } {
  const [language = "text", ...rest] = info.trim().split(/\s+/);
  const file = rest.find((word) => word.includes("."));
  return { language, title: file ?? roleTitles[rest[0] ?? ""] ?? languageTitles[language] ?? language };
}

const roleTitles: Readonly<Record<string, string>> = {
  answer: "Response",
  output: "Output",
  webhook: "Webhook body",
};

const languageTitles: Readonly<Record<string, string>> = {
  sh: "Shell",
  js: "Node.js",
  python: "Python",
  php: "PHP",
  json: "JSON",
  text: "Text",
};
