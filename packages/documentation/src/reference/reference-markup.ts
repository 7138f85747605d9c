import { type Html, html, ownMarkup } from "@receipts/web-pages";
import { entriesIn, type Json, objectIn, resolved, textIn } from "./json-reading.ts";
import { type Field, factsOf, fieldsOf, namedObjectOf, typeOf } from "./schema-fields.ts";

export interface ReferenceDeps {
  readonly document: Json;
  /** One line of Markdown. */
  readonly line: (source: string) => string;
  /** Called with each named object that is shown, so that the page can describe it. */
  readonly mentions: (name: string) => void;
}

export function heading(level: 2 | 3 | 4, anchor: string, text: string | Html, spoken: string): Html {
  const tag = ownMarkup(`h${level}`);
  return html`<div class="heading"><${tag} id="${anchor}">${text}</${tag}><a class="anchor" href="#${anchor}" aria-label="Link to: ${spoken}">#</a></div>
`;
}

export function objectAnchor(name: string): string {
  return `object-${name}`;
}

/** Fields as a list of terms: on a phone they stand below each other and nothing has to scroll. */
export function fieldList(deps: ReferenceDeps, fields: readonly Field[]): Html {
  return html`<dl class="fields">${fields.map((field) => fieldRow(deps, field))}</dl>
`;
}

function fieldRow({ line, mentions }: ReferenceDeps, field: Field): Html {
  const { name, type, object, isRequired, notes } = field;
  if (object !== undefined) mentions(object);
  const shownType =
    object === undefined ? html`${type}` : html`<a href="#${objectAnchor(object)}">${type}</a>`;
  const [described, ...facts] = notes;
  return html`<div><dt><code>${name}</code> <span class="type">${shownType}${isRequired && ", required"}</span></dt><dd>${
    described === undefined
      ? html`<span class="none">as its name says</span>`
      : ownMarkup(line([described, ...facts].join("; ")))
  }</dd></div>
`;
}

/** A body, of a call or an answer: its fields, or the name of the object that it is. */
export function bodyMarkup(deps: ReferenceDeps, content: Json): Html {
  return html`${entriesIn({ content }, "content").map(([mediaType, media]) => {
    const schema = objectIn(media, "schema");
    return html`<p class="media"><code>${mediaType}</code></p>
${schemaMarkup(deps, schema)}${examplesOf(deps.document, media).map(
  ({
    title,
    text,
  }) => html`<div class="code"><p class="caption">${title}</p><div class="wide" role="group" aria-label="${title}" tabindex="0"><pre><code>${text}</code></pre></div></div>
`,
)}`;
  })}`;
}

export function schemaMarkup(deps: ReferenceDeps, schema: Json): Html | undefined {
  const name = namedObjectOf(schema);
  if (name !== undefined) {
    deps.mentions(name);
    return html`<p>A <a href="#${objectAnchor(name)}">${typeOf(schema)}</a>.</p>
`;
  }
  const fields = fieldsOf(schema);
  if (fields.length > 0) return fieldList(deps, fields);
  const said = [textIn(schema, "description"), ...factsOf(schema)].filter((text) => text !== "");
  return said.length === 0
    ? undefined
    : html`<p>${ownMarkup(deps.line(said.join("; ")))}</p>
`;
}

function examplesOf(document: Json, media: Json): { title: string; text: string }[] {
  const named = entriesIn(media, "examples").map(([name, given]) => {
    const example = resolved(document, given);
    return { title: `Example: ${textIn(example, "summary") || name}`, value: example["value"] };
  });
  const all =
    media["example"] === undefined ? named : [{ title: "Example", value: media["example"] }, ...named];
  return all.map(({ title, value }) => ({
    title,
    text: typeof value === "string" ? value : JSON.stringify(value, null, 2),
  }));
}

/** Named objects that were mentioned, and those that they mention, each once. */
export function objectsMarkup(deps: ReferenceDeps, mentioned: ReadonlySet<string>): readonly Html[] {
  const schemas = objectIn(objectIn(deps.document, "components"), "schemas");
  const sections: Html[] = [];
  // The set grows while it is walked.
  for (const name of mentioned) {
    const schema = resolved(deps.document, objectIn(schemas, name));
    sections.push(
      html`${heading(3, objectAnchor(name), html`<code>${name}</code>`, name)}${
        textIn(schema, "description") !== "" &&
        html`<p>${ownMarkup(deps.line(textIn(schema, "description")))}</p>
`
      }${schemaMarkup(deps, withoutDescription(schema))}`,
    );
  }
  return sections;
}

function withoutDescription({ description: _said, ...schema }: Json): Json {
  return schema;
}

/** The codes that an error's description names. */
export function errorCodesOf(answer: Json, known: (code: string) => boolean): readonly string[] {
  const said = [...textIn(answer, "description").matchAll(/`(\w+)`/g)].map(([, code = ""]) => code);
  return [...new Set(said)].filter(known);
}
