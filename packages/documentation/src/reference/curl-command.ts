import { entriesIn, isJson, type Json, listIn, objectIn, resolved, textIn } from "./json-reading.ts";
import type { Operation } from "./operations.ts";

/** Longer JSON is shown on lines of its own. */
const ONE_LINE = 100;

/** By the name of a security scheme, the simplest first. The variables are those of the quick start. */
const credentials: readonly (readonly [string, string])[] = [
  ["apiKey", '-H "x-api-key: $API_KEY"'],
  ["checkoutKey", '-H "authorization: Bearer $CHECKOUT_KEY"'],
  ["session", "-b session.txt"],
  ["till", "-b session.txt"],
];

/**
 * Returns the call of an operation for a shell, with its first example of a body. Keys stay variables; the cookies of a
 * session or till are in `session.txt`.
 */
export function curlCommand(document: Json, { method, path, json }: Operation): string {
  const parts = [
    [...(method === "GET" ? [] : [`-X ${method}`]), quoted(addressOf(document, path, json))].join(" "),
    ...credentialOf(json),
    ...(setsCookie(document, json) ? ["-c session.txt"] : []),
    // Otherwise curl holds back the events until it has many.
    ...(isStream(document, json) ? ["-N"] : []),
    ...neededOf(document, json, "header").map(([name, example]) => `-H ${quoted(`${name}: ${example}`)}`),
    ...bodyOf(document, json),
  ];
  return `curl -s ${withoutPost(parts).join(" \\\n  ")}\n`;
}

/** curl itself sends a body by POST. */
function withoutPost([first = "", ...rest]: readonly string[]): readonly string[] {
  const hasBody = rest.some((part) => /^(?:-d|-F|--data-binary) /m.test(part));
  return [hasBody ? first.replace(/^-X POST /, "") : first, ...rest];
}

function addressOf(document: Json, path: string, json: Json): string {
  const server = textIn(listIn(document, "servers").find(isJson) ?? {}, "url");
  const values = new Map(neededOf(document, json, "path"));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? name);
  const query = neededOf(document, json, "query").map(
    ([name, example]) => `${name}=${encodeURIComponent(example)}`,
  );
  return `${server}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/** The parameters without which the call is refused, with their examples. */
function neededOf(document: Json, json: Json, place: "path" | "query" | "header"): [string, string][] {
  return listIn(json, "parameters")
    .filter(isJson)
    .map((given) => resolved(document, given))
    .filter((parameter) => parameter["required"] === true && parameter["in"] === place)
    .map((parameter) => {
      const schema = resolved(document, objectIn(parameter, "schema"));
      const example = parameter["example"] ?? listIn(schema, "examples")[0] ?? listIn(schema, "enum")[0];
      return [textIn(parameter, "name"), String(example ?? "")];
    });
}

function credentialOf(json: Json): readonly string[] {
  const accepted = new Set(listIn(json, "security").filter(isJson).flatMap(Object.keys));
  return credentials
    .filter(([scheme]) => accepted.has(scheme))
    .map(([, option]) => option)
    .slice(0, 1);
}

function setsCookie(document: Json, json: Json): boolean {
  return entriesIn(json, "responses").some(
    ([, response]) => objectIn(resolved(document, response), "headers")["Set-Cookie"] !== undefined,
  );
}

function isStream(document: Json, json: Json): boolean {
  const { "200": success } = Object.fromEntries(entriesIn(json, "responses"));
  return objectIn(resolved(document, success ?? {}), "content")["text/event-stream"] !== undefined;
}

function bodyOf(document: Json, json: Json): readonly string[] {
  const content = objectIn(resolved(document, objectIn(json, "requestBody")), "content");
  const [type, media] = entriesIn({ content }, "content")[0] ?? [];
  if (type === undefined || media === undefined) return [];
  const example = exampleOf(document, media);
  if (type === "multipart/form-data") return formOf(example);
  const header = `-H ${quoted(`content-type: ${type}`)}`;
  if (type === "application/json") return [header, `-d ${quoted(jsonText(example))}`];
  return [header, `--data-binary @${fileNames[type] ?? "file"}`];
}

const fileNames: Readonly<Record<string, string>> = {
  "text/csv": "payments.csv",
  "image/png": "logo.png",
};

/** A field with the bytes of a file is read from the file. */
function formOf(example: unknown): readonly string[] {
  return Object.entries(isJson(example) ? example : {}).map(([name, value]) => {
    const file = /^\(the bytes of (.+)\)$/.exec(String(value))?.[1];
    if (file !== undefined) return `-F ${name}=@${file}`;
    return `-F ${quoted(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)}`;
  });
}

function exampleOf(document: Json, media: Json): unknown {
  const [named] = entriesIn(media, "examples");
  return media["example"] ?? (named === undefined ? undefined : resolved(document, named[1])["value"]);
}

function jsonText(value: unknown): string {
  const line = JSON.stringify(value ?? {});
  return line.length <= ONE_LINE ? line : JSON.stringify(value, null, 2);
}

/** One word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
