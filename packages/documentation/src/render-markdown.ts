import MarkdownIt, { type Env, type Token } from "markdown-it";
import { createHeadingAnchors } from "./heading-anchors.ts";

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

export interface RenderedPage {
  /** The words of the `# heading`. */
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly markup: string;
}

export interface Markdown {
  page(source: string): RenderedPage;
  /** One line, such as a description out of the OpenAPI document. */
  line(source: string): string;
}

export interface MarkdownDeps {
  /** Where a relative link of a page leads on the site. */
  readonly linkOf: (target: string) => string;
  /** Where code such as `POST /api/verify` or `/openapi.json` leads; undefined where it is just code. */
  readonly codeLinkOf: (code: string) => string | undefined;
}

/** Markdown of the pages. No HTML of its own gets through; tables and code scroll inside themselves. */
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
    return codeBlock(info, content, escapeHtml);
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
      const [title] = headings;
      if (title?.level !== 1) throw new Error(`a page begins with its title: ${source.slice(0, 60)}`);
      return {
        title: title.text,
        headings,
        markup: markdown.renderer.render(tokens, markdown.options, env),
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

/** Puts the anchors into the tokens and lists them. */
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

/** What is read of it: words and code, without marks. */
function textOf(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join("");
}

/**
 * The first word of the info is the language; one with a dot is the file that the page says to save it as. The rest tells the
 * tests what it is, and nobody else.
 */
function codeBlock(info: string, code: string, escapeHtml: (text: string) => string): string {
  const [language = "text", ...rest] = info.trim().split(/\s+/);
  const file = rest.find((word) => word.includes("."));
  const name = file ?? languageTitles[language] ?? language;
  const caption = language === "text" ? "" : `<p class="caption">${escapeHtml(name)}</p>`;
  return `<div class="code">${caption}<div class="wide" role="group" aria-label="${escapeHtml(`Code: ${name}`)}" tabindex="0"><pre><code>${escapeHtml(code)}</code></pre></div></div>\n`;
}

const languageTitles: Readonly<Record<string, string>> = {
  sh: "Shell",
  js: "Node.js",
  python: "Python",
  php: "PHP",
  json: "JSON",
  text: "Text",
};
