import { type Html, html, ownMarkup } from "@receipts/web-pages";
import { entriesIn, isJson, type Json, listIn, objectIn, resolved, textIn } from "./json-reading.ts";
import type { Operation } from "./operations.ts";
import { bodyMarkup, errorCodesOf, fieldList, heading, type ReferenceDeps } from "./reference-markup.ts";
import { factsOf, typeOf } from "./schema-fields.ts";

export interface OperationDeps extends ReferenceDeps {
  readonly isErrorCode: (code: string) => boolean;
}

/** Everything that the document says of one operation. */
export function operationMarkup(deps: OperationDeps, { id, method, path, summary, json }: Operation): Html {
  return html`<section class="operation">
${heading(2, id, ownMarkup(deps.line(summary)), plainText(summary))}<p class="call"><code><b>${method}</b> ${path}</code></p>
<p>${ownMarkup(deps.line(said(json)))}</p>
${parameters(deps, json)}${requestBody(deps, json)}${answers(deps, json)}</section>
`;
}

export function requestBody(deps: ReferenceDeps, json: Json): Html | undefined {
  const body = resolved(deps.document, objectIn(json, "requestBody"));
  const content = objectIn(body, "content");
  if (Object.keys(content).length === 0) return undefined;
  return html`<h3>Body</h3>
${bodyMarkup(deps, content)}`;
}

/** Of a line of Markdown, for where nothing is drawn. */
export function plainText(line: string): string {
  return line.replaceAll("`", "");
}

const credentials: Readonly<Record<string, string>> = {
  apiKey: "an API key (`x-api-key`)",
  session: "a session (cookie)",
  checkoutKey: "a checkout key (`Authorization: Bearer`)",
};

function said(json: Json): string {
  const names = listIn(json, "security")
    .filter(isJson)
    .flatMap((choice) => Object.keys(choice))
    .map((name) => credentials[name] ?? `\`${name}\``);
  const called = names.length === 0 ? "Open to everybody." : `Called with ${names.join(" or ")}.`;
  return [called, textIn(json, "description")].filter((text) => text !== "").join(" ");
}

function parameters(deps: OperationDeps, json: Json): Html | undefined {
  const given = listIn(json, "parameters")
    .filter(isJson)
    .map((parameter) => resolved(deps.document, parameter));
  if (given.length === 0) return undefined;
  const fields = given.map((parameter) => {
    const schema = objectIn(parameter, "schema");
    const description = textIn(parameter, "description") || textIn(schema, "description");
    const example =
      parameter["example"] === undefined ? [] : [`for example \`${String(parameter["example"])}\``];
    return {
      name: textIn(parameter, "name"),
      type: `${textIn(parameter, "in")}, ${typeOf(schema)}`,
      isRequired: parameter["required"] === true,
      notes: [description, ...factsOf(schema), ...example].filter((text) => text !== ""),
    };
  });
  return html`<h3>Parameters</h3>
${fieldList(deps, fields)}`;
}

function answers(deps: OperationDeps, json: Json): Html {
  const all = entriesIn(json, "responses").map(([status, given]) => ({
    status,
    answer: resolved(deps.document, given),
  }));
  const good = all.filter(({ status }) => !/^[45]/.test(status));
  const bad = all.filter(({ status }) => /^[45]/.test(status));
  return html`<h3>Answers</h3>
${good.map(({ status, answer }) => goodAnswer(deps, status, answer))}${
  bad.length > 0 &&
  html`<h3>Errors</h3>
<ul class="errors">${bad.map(({ status, answer }) => errorAnswer(deps, status, answer))}</ul>
`
}`;
}

function goodAnswer(deps: OperationDeps, status: string, answer: Json): Html {
  const headers = entriesIn(answer, "headers").map(([name, given]) => {
    const header = resolved(deps.document, given);
    return {
      name,
      type: typeOf(objectIn(header, "schema")),
      isRequired: header["required"] === true,
      notes: [textIn(header, "description")].filter((text) => text !== ""),
    };
  });
  return html`<h4>${status}: ${ownMarkup(deps.line(textIn(answer, "description")))}</h4>
${
  headers.length > 0 &&
  html`<details><summary>Headers</summary>
${fieldList(deps, headers)}</details>
`
}${bodyMarkup(deps, objectIn(answer, "content"))}`;
}

/** The codes lead to what they mean; a refusal without a code of ours (a probe's 503) is told in its own words. */
function errorAnswer(deps: OperationDeps, status: string, answer: Json): Html {
  const codes = errorCodesOf(answer, deps.isErrorCode);
  if (codes.length === 0)
    return html`<li>${status}: ${ownMarkup(deps.line(textIn(answer, "description")))}</li>
`;
  const links = codes.map(
    (code, index) => html`${index > 0 && ", "}<a href="/docs/errors#${code}"><code>${code}</code></a>`,
  );
  return html`<li>${status}: ${links}</li>
`;
}
