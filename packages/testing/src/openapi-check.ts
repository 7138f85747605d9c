import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export interface CheckedAnswer {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Checks every response of a suite against the OpenAPI document; an undocumented route, status or code is an error. */
export type CheckAnswer = (answer: CheckedAnswer) => void;

interface MediaType {
  readonly schema?: object;
}
interface ResponseObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, ResponseObject>>;
}
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export function createAnswerCheck(document: OpenApiDocument): CheckAnswer {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "openapi", components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  const templates = Object.keys(document.paths)
    .sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")))
    .map((path) => {
      const shape = `^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`;
      return { path, pattern: new RegExp(shape) };
    });

  function validatorOf(key: string, schema: object): ValidateFunction {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const made = ajv.compile(JSON.parse(text));
    compiled.set(key, made);
    return made;
  }

  function responseOf(answer: CheckedAnswer): { key: string; response: ResponseObject } | undefined {
    const template = templates.find(({ pattern }) => pattern.test(answer.path));
    const path = template === undefined ? undefined : document.paths[template.path];
    const method = answer.method.toLowerCase() === "head" ? "get" : answer.method.toLowerCase();
    // A method that the path does not accept is documented at the methods that it does.
    const operation = path?.[method] ?? (answer.status === 405 ? Object.values(path ?? {})[0] : undefined);
    if (template === undefined || operation === undefined) return undefined;
    const response = operation.responses[String(answer.status)];
    if (response === undefined)
      throw new Error(`${answer.method} ${template.path} does not document status ${answer.status}`);
    return { key: `${method} ${template.path} ${answer.status}`, response };
  }

  function checkUndocumented(answer: CheckedAnswer): void {
    if (answer.status !== 404)
      throw new Error(`${answer.method} ${answer.path} is not in the OpenAPI document`);
    if (answer.method === "HEAD") return;
    assertValid(validatorOf("unknown path", { $ref: "#/components/schemas/NotFoundError" }), answer);
  }

  function checkBody(answer: CheckedAnswer, key: string, response: ResponseObject): void {
    const media = Object.entries(response.content ?? {});
    if (answer.status === 204 || answer.status === 304) return;
    const matching = media.find(([type]) => answer.contentType.startsWith(type));
    if (matching === undefined) throw new Error(`${key} does not document ${answer.contentType}`);
    const [type, { schema }] = matching;
    if (type === "application/json" && schema !== undefined) assertValid(validatorOf(key, schema), answer);
  }

  return (answer) => {
    const documented = responseOf(answer);
    if (documented === undefined) {
      checkUndocumented(answer);
      return;
    }
    requireHeaders(answer, documented.response);
    if (answer.method !== "HEAD") checkBody(answer, documented.key, documented.response);
  };
}

/** Requires the documented headers: `x-request-id` on every response, `Retry-After` and `Allow` where listed. */
function requireHeaders(answer: CheckedAnswer, response: ResponseObject): void {
  for (const name of ["x-request-id", "Retry-After", "Allow"]) {
    if (response.headers?.[name] === undefined) continue;
    if (answer.headers[name.toLowerCase()] === undefined) {
      throw new Error(`${answer.method} ${answer.path} ${answer.status} lacks the header ${name}`);
    }
  }
}

function assertValid(validate: ValidateFunction, answer: CheckedAnswer): void {
  if (validate(answer.body)) return;
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || "/"} ${message}`,
  );
  throw new Error(
    `${answer.method} ${answer.path} ${answer.status} does not match its schema: ${faults.join("; ")}\n${JSON.stringify(answer.body)}`,
  );
}
