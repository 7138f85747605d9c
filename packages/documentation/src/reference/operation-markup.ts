import { type Html, html, ownMarkup } from "@receipts/web-pages";
import { codeBlock } from "../code-block.ts";
import { curlCommand } from "./curl-command.ts";
import { entriesIn, isJson, type Json, listIn, objectIn, resolved, textIn } from "./json-reading.ts";
import type { Operation } from "./operations.ts";
import { bodyMarkup, errorCodesOf, fieldList, heading, type ReferenceDeps } from "./reference-markup.ts";
import { limitsOf, typeOf, withInlineChoices } from "./schema-fields.ts";

export interface OperationDeps extends ReferenceDeps {
  readonly isErrorCode: (code: string) => boolean;
}

/** Section of one operation. */
export function operationMarkup(deps: OperationDeps, operation: Operation): Html {
  const { id, method, path, summary, json } = operation;
  const command = { language: "sh", title: "curl", code: curlCommand(deps.document, operation) };
  return html`<section class="operation">
${heading(2, id, ownMarkup(deps.line(summary)), plainText(summary))}<p class="call"><code><b>${method}</b> ${path}</code></p>
<p>${ownMarkup(deps.line(authentication(json)))}</p>
${codeBlock(command)}${parameters(deps, json)}${requestBody(deps, json, 1)}${responses(deps, json)}</section>
`;
}

export function requestBody(deps: ReferenceDeps, json: Json, shownExamples = 0): Html | undefined {
  const body = resolved(deps.document, objectIn(json, "requestBody"));
  const content = objectIn(body, "content");
  if (Object.keys(content).length === 0) return undefined;
  const description = textIn(body, "description");
  return html`<h3>Body</h3>
${
  description !== "" &&
  html`<p>${ownMarkup(deps.line(description))}</p>
`
}${bodyMarkup(deps, content, shownExamples)}`;
}

/** Text of a line of Markdown. */
export function plainText(line: string): string {
  return line.replaceAll("`", "");
}

const credentials: Readonly<Record<string, string>> = {
  apiKey: "an API key (`x-api-key`)",
  session: "a session (cookie)",
  checkoutKey: "a checkout key (`Authorization: Bearer`)",
};

function authentication(json: Json): string {
  const names = listIn(json, "security")
    .filter(isJson)
    .flatMap((choice) => Object.keys(choice))
    .map((name) => credentials[name] ?? `\`${name}\``);
  const needed = names.length === 0 ? "Needs no authentication." : `Call it with ${names.join(" or ")}.`;
  return [needed, textIn(json, "description")].filter((text) => text !== "").join(" ");
}

function parameters(deps: OperationDeps, json: Json): Html | undefined {
  const given = listIn(json, "parameters")
    .filter(isJson)
    .map((parameter) => resolved(deps.document, parameter));
  if (given.length === 0) return undefined;
  const fields = given.map((parameter) => {
    const schema = withInlineChoices(deps.document, objectIn(parameter, "schema"));
    const description = textIn(parameter, "description") || textIn(schema, "description");
    const examples = parameter["example"] === undefined ? {} : { examples: [parameter["example"]] };
    return {
      name: textIn(parameter, "name"),
      type: `${textIn(parameter, "in")}, ${typeOf(schema)}`,
      isRequired: parameter["required"] === true,
      notes: [description, ...limitsOf({ ...schema, ...examples })].filter((text) => text !== ""),
    };
  });
  return html`<h3>Parameters</h3>
${fieldList(deps, fields)}`;
}

function responses(deps: OperationDeps, json: Json): Html {
  const all = entriesIn(json, "responses").map(([status, given]) => ({
    status,
    response: resolved(deps.document, given),
  }));
  const good = all.filter(({ status }) => !/^[45]/.test(status));
  const bad = all.filter(({ status }) => /^[45]/.test(status));
  return html`<h3>Responses</h3>
${good.map(({ status, response }) => goodResponse(deps, status, response))}${
  bad.length > 0 &&
  html`<h3>Errors</h3>
<ul class="errors">${bad.map(({ status, response }) => errorResponse(deps, status, response))}</ul>
`
}`;
}

function goodResponse(deps: OperationDeps, status: string, response: Json): Html {
  const headers = entriesIn(response, "headers").map(([name, given]) => {
    const header = resolved(deps.document, given);
    return {
      name,
      type: typeOf(objectIn(header, "schema")),
      isRequired: header["required"] === true,
      notes: [textIn(header, "description")].filter((text) => text !== ""),
    };
  });
  return html`<h4>${status}: ${ownMarkup(deps.line(textIn(response, "description")))}</h4>
${
  headers.length > 0 &&
  html`<details><summary>Headers</summary>
${fieldList(deps, headers)}</details>
`
}${bodyMarkup(deps, objectIn(response, "content"))}`;
}

/** Codes link to the errors page. A response without a code, such as a probe's 503, shows its description. */
function errorResponse(deps: OperationDeps, status: string, response: Json): Html {
  const codes = errorCodesOf(response, deps.isErrorCode);
  if (codes.length === 0)
    return html`<li>${status}: ${ownMarkup(deps.line(textIn(response, "description")))}</li>
`;
  const links = codes.map(
    (code, index) => html`${index > 0 && ", "}<a href="/docs/errors#${code}"><code>${code}</code></a>`,
  );
  return html`<li>${status}: ${links}</li>
`;
}
