import { type Html, html, ownMarkup } from "@receipts/web-pages";
import { type CodeBlock, codeBlock } from "../code-block.ts";
import { entriesIn, type Json, objectIn, resolved, textIn } from "./json-reading.ts";
import { type Field, fieldsOf, limitsOf, namedObjectOf, typeOf, withInlineChoices } from "./schema-fields.ts";

export interface ReferenceDeps {
  readonly document: Json;
  /** Renders one line of Markdown. */
  readonly line: (source: string) => string;
  /** Called with each linked object, so that the page can describe it. */
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

/** A list of terms, which needs no sideways scrolling on a phone. */
export function fieldList(deps: ReferenceDeps, fields: readonly Field[]): Html {
  return html`<dl class="fields">${fields.map((field) => fieldRow(deps, field))}</dl>
`;
}

function fieldRow({ line, mentions }: ReferenceDeps, field: Field): Html {
  const { name, type, object, isRequired, notes } = field;
  if (object !== undefined) mentions(object);
  const shownType =
    object === undefined ? html`${type}` : html`<a href="#${objectAnchor(object)}">${type}</a>`;
  return html`<div><dt><code>${name}</code> <span class="type">${shownType}${isRequired && ", required"}</span></dt><dd>${ownMarkup(line(notes.join(" ")))}</dd></div>
`;
}

/** A body of a request or response: its fields and examples, but for those of its first form that are `shown` before. */
export function bodyMarkup(deps: ReferenceDeps, content: Json, shown = 0): Html {
  return html`${entriesIn({ content }, "content").map(([mediaType, media], index) => {
    const schema = objectIn(media, "schema");
    return html`<p class="media"><code>${mediaType}</code></p>
${schemaMarkup(deps, bodySchema(deps, schema))}${examplesOf(deps.document, media)
  .slice(index === 0 ? shown : 0)
  .map(codeBlock)}`;
  })}`;
}

/** The object of a body is shown in its place. Objects within it become links. */
function bodySchema({ document }: ReferenceDeps, schema: Json): Json {
  const shown = resolved(document, schema);
  return shown["properties"] === undefined ? shown : withoutDescription(shown);
}

export function schemaMarkup(deps: ReferenceDeps, given: Json): Html | undefined {
  const schema = withInlineChoices(deps.document, given);
  const name = namedObjectOf(schema);
  if (name !== undefined) {
    deps.mentions(name);
    return html`<p>A <a href="#${objectAnchor(name)}">${typeOf(schema)}</a>.</p>
`;
  }
  const fields = fieldsOf(schema);
  if (fields.length > 0) return fieldList(deps, fields);
  const notes = [textIn(schema, "description"), ...limitsOf(schema)].filter((text) => text !== "");
  return notes.length === 0
    ? undefined
    : html`<p>${ownMarkup(deps.line(notes.join(" ")))}</p>
`;
}

function examplesOf(document: Json, media: Json): CodeBlock[] {
  const named = entriesIn(media, "examples").map(([name, given]) => {
    const example = resolved(document, given);
    return { title: `Example: ${textIn(example, "summary") || name}`, value: example["value"] };
  });
  const all =
    media["example"] === undefined ? named : [{ title: "Example", value: media["example"] }, ...named];
  return all.map(({ title, value }) => ({
    title,
    language: typeof value === "string" ? "text" : "json",
    code: typeof value === "string" ? value : JSON.stringify(value, null, 2),
  }));
}

/** Sections of the linked objects and of those that they link to, each once. */
export function objectsMarkup(deps: ReferenceDeps, mentioned: ReadonlySet<string>): readonly Html[] {
  const schemas = objectIn(objectIn(deps.document, "components"), "schemas");
  const sections: Html[] = [];
  // The set grows during the loop.
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

function withoutDescription({ description: _description, ...schema }: Json): Json {
  return schema;
}

/** Returns the codes in the description of an error response. */
export function errorCodesOf(response: Json, isKnown: (code: string) => boolean): readonly string[] {
  const named = [...textIn(response, "description").matchAll(/`(\w+)`/g)].map(([, code = ""]) => code);
  return [...new Set(named)].filter(isKnown);
}
