import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { checkoutOpenApiDocument } from "./checkout-openapi-document.ts";
import { openApiDocument } from "./openapi-document.ts";

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>;
}
interface Content {
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
    readonly example?: unknown;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}
type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
interface Document {
  readonly paths: Operations;
  readonly webhooks: Operations;
  readonly components: {
    readonly schemas: object;
    readonly examples: Readonly<Record<string, { value: unknown }>>;
  };
}

const documents = {
  verification: openApiDocument("https://receipts.example.et"),
  checkout: checkoutOpenApiDocument("https://pay.example.et"),
};

describe.each(Object.entries(documents))("the OpenAPI document of the %s surface", (_surface, given) => {
  const document = given as unknown as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "openapi", components: document.components });

  const operationsIn = (all: Operations) => Object.values(all).flatMap((item) => Object.values(item));
  const operations = operationsIn(document.paths);
  const webhooks = operationsIn(document.webhooks);

  function valuesOf({ example, examples = {} }: Media): unknown[] {
    const named = Object.values(examples).map(({ $ref, value }) =>
      $ref === undefined ? value : document.components.examples[$ref.split("/").at(-1) ?? ""]?.value,
    );
    return example === undefined ? named : [example, ...named];
  }

  const compiled = new Map<string, ValidateFunction>();
  function errorsOf(schema: object, value: unknown): unknown {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate(value) ? [] : validate.errors;
  }

  /** Every body of a request or response, with its place. */
  const contents = [...operations, ...webhooks].flatMap(({ operationId, requestBody, responses }) =>
    [["body", requestBody] as const, ...Object.entries(responses)].flatMap(([place, part]) =>
      Object.entries(part?.content ?? {}).map(([type, media]) => ({ operationId, place, type, media })),
    ),
  );

  it("has an example of every body except files", () => {
    const isFile = (type: string, schema: { readonly format?: unknown }) =>
      type.startsWith("image/") || schema.format === "binary";
    const bare = contents
      .filter(({ type, media }) => !isFile(type, media.schema) && valuesOf(media).length === 0)
      .map(({ operationId, place, type }) => `${operationId} ${place} ${type}`);
    expect(bare).toEqual([]);
  });

  it("has only examples that their schema accepts", () => {
    for (const { operationId, place, media } of contents) {
      for (const value of valuesOf(media)) {
        expect([operationId, place, errorsOf(media.schema, value)]).toEqual([operationId, place, []]);
      }
    }
    for (const { operationId, parameters } of [...operations, ...webhooks]) {
      for (const { name, schema, example } of parameters) {
        if (example === undefined) continue;
        expect([operationId, name, errorsOf(schema, example)]).toEqual([operationId, name, []]);
      }
    }
  });

  it("has an example for every code of every error", () => {
    for (const { operationId, responses } of operations) {
      for (const [status, { description, content }] of Object.entries(responses)) {
        if (!/^[45]/.test(status)) continue;
        const codes = [...description.matchAll(/`(\w+)`: /g)].map(([, code]) => code);
        const media = content?.["application/json"];
        const shown = (media === undefined ? [] : valuesOf(media)).map(
          (value) => (value as { error?: { code?: string } } | undefined)?.error?.code,
        );
        const expected = codes.length === 0 ? shown : codes;
        expect([operationId, status, shown]).toEqual([operationId, status, expected]);
      }
    }
  });

  it("has an example for every required parameter", () => {
    for (const { operationId, parameters } of [...operations, ...webhooks]) {
      for (const { name, required, example } of parameters) {
        if (required) expect([operationId, name, example]).not.toEqual([operationId, name, undefined]);
      }
    }
  });

  it("documents the signature headers of every webhook", () => {
    expect(webhooks.length).toBeGreaterThan(5);
    for (const { operationId, parameters } of webhooks) {
      const names = parameters.map(({ name }) => name);
      expect([operationId, names]).toEqual([
        operationId,
        expect.arrayContaining([
          "X-Webhook-Event",
          "X-Webhook-Delivery-Id",
          "X-Webhook-Timestamp",
          "X-Webhook-Signature",
          "webhook-id",
          "webhook-timestamp",
          "webhook-signature",
        ]),
      ]);
    }
  });
});
