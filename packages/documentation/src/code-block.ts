import { type Html, html, ownMarkup } from "@receipts/web-pages";
import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";

for (const [name, grammar] of Object.entries({ bash, javascript, json, php, python }))
  highlighter.registerLanguage(name, grammar);

const grammars: Readonly<Record<string, string>> = {
  sh: "bash",
  js: "javascript",
  json: "json",
  php: "php",
  python: "python",
};

export interface CodeBlock {
  /** First word of a fence: `sh`, `js`, `json`. Others are shown without colours. */
  readonly language: string;
  readonly title: string;
  readonly code: string;
}

/** A block with its title. Colours are classes, because the policy of the pages refuses inline styles. */
export function codeBlock({ language, title, code }: CodeBlock): Html {
  const grammar = grammars[language];
  const text = grammar === undefined ? html`${code}` : ownMarkup(highlighted(code, grammar));
  return html`<div class="code"><p class="caption">${title}</p><div class="wide" role="group" aria-label="${`Code: ${title}`}" tabindex="0"><pre><code>${text}</code></pre></div></div>
`;
}

/** The highlighter escapes the text itself. */
function highlighted(code: string, language: string): string {
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}
