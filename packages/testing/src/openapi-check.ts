import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export interface CheckedResponse {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Checks every response of a suite against the OpenAPI document; an undocumented route, status or code is an error. */
export type CheckResponse = (checked: CheckedResponse) => void;

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

export function createResponseCheck(document: OpenApiDocument): CheckResponse {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "openapi", components: closed(document.components) });
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
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"openapi#/components/');
    const made = ajv.compile(JSON.parse(text));
    compiled.set(key, made);
    return made;
  }

  function responseOf(checked: CheckedResponse): { key: string; response: ResponseObject } | undefined {
    const template = templates.find(({ pattern }) => pattern.test(checked.path));
    const path = template === undefined ? undefined : document.paths[template.path];
    const method = checked.method.toLowerCase() === "head" ? "get" : checked.method.toLowerCase();
    // A method that the path does not accept is documented at the methods that it does.
    const operation = path?.[method] ?? (checked.status === 405 ? Object.values(path ?? {})[0] : undefined);
    if (template === undefined || operation === undefined) return undefined;
    const response = operation.responses[String(checked.status)];
    if (response === undefined)
      throw new Error(`${checked.method} ${template.path} does not document status ${checked.status}`);
    return { key: `${method} ${template.path} ${checked.status}`, response };
  }

  function checkUndocumented(checked: CheckedResponse): void {
    if (checked.status !== 404)
      throw new Error(`${checked.method} ${checked.path} is not in the OpenAPI document`);
    if (checked.method === "HEAD") return;
    assertValid(validatorOf("unknown path", { $ref: "#/components/schemas/NotFoundError" }), checked);
  }

  function checkBody(checked: CheckedResponse, key: string, response: ResponseObject): void {
    const media = Object.entries(response.content ?? {});
    if (checked.status === 204 || checked.status === 304) return;
    const matching = media.find(([type]) => checked.contentType.startsWith(type));
    if (matching === undefined) throw new Error(`${key} does not document ${checked.contentType}`);
    const [type, { schema }] = matching;
    if (type === "application/json" && schema !== undefined) assertValid(validatorOf(key, schema), checked);
  }

  return (checked) => {
    const documented = responseOf(checked);
    if (documented === undefined) {
      checkUndocumented(checked);
      return;
    }
    requireHeaders(checked, documented.response);
    if (checked.method !== "HEAD") checkBody(checked, documented.key, documented.response);
  };
}

/** The document lets readers accept fields that are added later. Today's responses have no field that it lacks. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, value]) => [name, closed(value)] as const);
  const isOpenObject = "properties" in schema && "type" in schema && !("additionalProperties" in schema);
  return { ...Object.fromEntries(entries), ...(isOpenObject && { additionalProperties: false }) } as T;
}

/** Requires the documented headers: `x-request-id` on every response, `Retry-After` and `Allow` where listed. */
function requireHeaders(checked: CheckedResponse, response: ResponseObject): void {
  for (const name of ["x-request-id", "Retry-After", "Allow"]) {
    if (response.headers?.[name] === undefined) continue;
    if (checked.headers[name.toLowerCase()] === undefined) {
      throw new Error(`${checked.method} ${checked.path} ${checked.status} lacks the header ${name}`);
    }
  }
}

function assertValid(validate: ValidateFunction, checked: CheckedResponse): void {
  if (validate(checked.body)) return;
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || "/"} ${message}`,
  );
  throw new Error(
    `${checked.method} ${checked.path} ${checked.status} does not match its schema: ${faults.join("; ")}\n${JSON.stringify(checked.body)}`,
  );
}
