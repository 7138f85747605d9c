import { until } from "@receipts/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { aReceipt, openSystem, system, type TestAccount, useSystem } from "../system.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, { readonly schema: object }>>;
      }
    >
  >;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

const methods = ["get", "post", "put", "patch", "delete"] as const;
type Method = (typeof methods)[number];

let account: TestAccount;
let document: Document;
useSystem({ verifiers: ["telebirr"] });
beforeAll(async () => {
  account = await system.account();
  document = (await system.call("get", "/openapi.json").set("host", "evil.example").expect(200)).body;
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method: method as Method,
      operation: {
        ...operation,
        parameters: (operation.parameters ?? []).map(followed),
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [status, followed(response)]),
        ),
      },
    })),
  );

/** What several operations have stands once, under `components`. */
function followed<Part extends object>(part: Part): Part {
  const [, kind = "", name = ""] =
    /^#\/components\/(\w+)\/(.+)$/.exec("$ref" in part ? String(part.$ref) : "") ?? [];
  if (kind === "") return part;
  const components: Readonly<Record<string, Readonly<Record<string, object>>>> = { ...document.components };
  return components[kind]?.[name] as Part;
}

describe("GET /openapi.json", () => {
  it("is OpenAPI 3.1 and names the public address, not the request's", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.servers).toEqual([{ url: "https://api.example.test" }]);
    expect(JSON.stringify(document)).not.toContain("evil.example");
  });

  it("is sent once to a reader that keeps it", async () => {
    const first = await system.call("get", "/openapi.json").expect(200);
    const tag = first.headers["etag"] ?? "";
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    await system.call("get", "/openapi.json").set("if-none-match", tag).expect(304);
  });

  it("has a uniquely named operation for every method", () => {
    const all = [
      ...operations(),
      ...Object.values(document.webhooks).map(({ post }) => ({ operation: post })),
    ];
    const ids = all.map(({ operation }) => operation?.operationId);
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id ?? ""))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { method, operation } of operations()) {
      expect(methods).toContain(method);
      expect(operation.summary).toMatch(/\S/);
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/);
        expect(description).toMatch(/\S/);
      }
      for (const scheme of (operation.security ?? []).flatMap(Object.keys)) {
        expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
      }
    }
  });

  it("declares each parameter of a path, once", () => {
    for (const { path, operation } of operations()) {
      const parameters = operation.parameters ?? [];
      const inPath = parameters.filter(({ in: place }) => place === "path");
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("has no dangling reference", () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) {
      const [, pointer = ""] = /"#\/(.+)"$/.exec(reference) ?? [];
      const found = pointer
        .split("/")
        .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
      expect([reference, typeof found]).toEqual([reference, "object"]);
    }
  });

  it("has valid JSON Schemas", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: "openapi", components: document.components });
    const compile = (schema: object) =>
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')));
    for (const { operation } of operations()) {
      const contents = [operation.requestBody, ...Object.values(operation.responses)];
      const schemas = contents.flatMap((part) =>
        Object.values(part?.content ?? {}).map(({ schema }) => schema),
      );
      for (const schema of [...schemas, ...(operation.parameters ?? []).map((one) => one.schema)]) {
        expect(() => compile(schema)).not.toThrow();
      }
    }
  });

  /** A generated client that calls missing routes is worse than no client. */
  it("documents only mounted routes", async () => {
    for (const { path, method } of operations()) {
      const url = path.replaceAll(/\{\w+\}/g, "ver_00000000000000000000000000");
      const response = await system.call(method, url);
      expect([method, path, response.body?.error?.code]).not.toEqual([method, path, "not_found"]);
      expect([method, path, response.status]).not.toEqual([method, path, 405]);
    }
  });

  it("requires a key exactly where the service does", async () => {
    for (const { path, method, operation } of operations()) {
      const url = path.replaceAll(/\{\w+\}/g, "ver_00000000000000000000000000");
      const { status } = await system.call(method, url);
      const isPublic = (operation.security ?? []).length === 0;
      expect([method, path, status === 401]).toEqual([method, path, !isPublic]);
    }
  });
});

describe("health", () => {
  it("reports live while the process runs", async () => {
    const response = await system.call("get", "/health/live").expect(200);
    expect(response.body).toEqual({ status: "live" });
  });

  it("reports the dependencies when ready", async () => {
    const response = await system.call("get", "/health/ready").expect(200);
    expect(response.body).toEqual({
      status: "ready",
      dependencies: {
        postgresql: { state: "up" },
        bus: { state: "up" },
        topics: { state: "up" },
        fastStore: { state: "up" },
      },
    });
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  /** One store's outage must not take every pod out at once: requests are still accepted. */
  it("stays ready without bus and fast store, and reports them as down", async () => {
    system.bus.setAvailable(false);
    system.fastStore.setAvailable(false);
    const response = await system.call("get", "/health/ready");
    system.bus.setAvailable(true);
    system.fastStore.setAvailable(true);
    expect([response.status, response.body.dependencies]).toEqual([
      200,
      {
        postgresql: { state: "up" },
        bus: { state: "down" },
        topics: { state: "up" },
        fastStore: { state: "down" },
      },
    ]);
  });
});

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Parses Prometheus' text format strictly: every line must match. */
function parseMetrics(text: string): { samples: Sample[]; types: Map<string, string> } {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const [, typed, type] = /^# TYPE (\w+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (typed !== undefined && type !== undefined) {
      expect(types.has(typed)).toBe(false);
      types.set(typed, type);
      continue;
    }
    if (/^# HELP \w+ \S/.test(line)) continue;
    const [, name, labels = "", value] =
      /^([a-zA-Z_:][\w:]*)(?:\{((?:\w+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)$/.exec(line) ?? [];
    expect([line, name]).not.toEqual([line, undefined]);
    samples.push({
      name: name ?? "",
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, k, v]) => [k, v]),
      ),
      value: value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value),
    });
  }
  return { samples, types };
}

describe("GET /metrics", () => {
  const read = async () => parseMetrics((await system.call("get", "/metrics").expect(200)).text);
  const sampleOf = (samples: readonly Sample[], name: string, labels: Record<string, string>) =>
    samples.find(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )?.value ?? 0;

  it("is Prometheus text with declared types and without duplicates", async () => {
    const response = await system.call("get", "/metrics").expect(200);
    expect(response.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    const { samples, types } = parseMetrics(response.text);
    for (const { name, value } of samples) {
      const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, "");
      expect([name, types.get(family)]).not.toEqual([name, undefined]);
      expect([name, Number.isNaN(value)]).toEqual([name, false]);
    }
    const keys = samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("counts calls, accepted requests and verdicts", async () => {
    const before = (await read()).samples;
    const receipt = aReceipt();
    await system.verify(account, receipt, { waitMs: 10_000 }).expect(200);
    await system.verify(account, receipt).expect(200);
    await system.verify(account, { bank: "zemen", reference: "X" }).expect(422);
    const counted = [
      ["http_requests_total", { method: "POST", route: "/api/verify", code: "200" }, 2],
      ["http_requests_total", { method: "POST", route: "/api/verify", code: "422" }, 1],
      ["verify_accepted_total", { bank: "telebirr", cache: "miss" }, 1],
      ["verify_accepted_total", { bank: "telebirr", cache: "hit" }, 1],
      ["verifier_jobs_total", { bank: "telebirr", outcome: "success" }, 1],
    ] as const;
    const differences = async () => {
      const { samples } = await read();
      return counted.map(
        ([name, labels]) => sampleOf(samples, name, labels) - sampleOf(before, name, labels),
      );
    };
    // The access log counts a call when its connection is done, which may be after the response has arrived.
    await until(async () => (await differences()).join() === counted.map(([, , by]) => by).join());
  });

  /** Labels are stored permanently and visible to every operator: no personal data and no secret may enter them. */
  it("has no caller's id, key, reference or path in a label", async () => {
    const reference = "DJ57QK2ZZ9";
    const { body } = await system.verify(
      account,
      { bank: "telebirr", reference, settlementAccount: "0911888777", phone: "0911888776" },
      { waitMs: 10_000, idempotencyKey: "idempotency-sentinel", headers: { "x-request-id": "id-sentinel" } },
    );
    await system.verify(account, { bank: "bank-sentinel", reference });
    await system.call("get", `/api/verify/${body.requestId}`, account);
    await system.call("get", "/nowhere/path-sentinel");
    await system.call("delete", `/api/verify/${body.requestId}`);
    await system.call("get", "/api/verify/history?bank=cbe&sentinel=1").set("x-api-key", "rvk_sentinel");
    const { text } = await system.call("get", "/metrics");
    const secrets = [account.apiKey, account.userId, body.requestId, reference, "0911888", "sentinel"];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/(?:ver|key|usr|whd|ctx)_[0-9a-z]{26}/);
    const routes = new Set(parseMetrics(text).samples.flatMap(({ labels }) => labels["route"] ?? []));
    expect([...routes].filter((route) => route !== "unmatched" && !(route in document.paths))).toEqual([]);
  });

  it("is not on the public port if it has its own", async () => {
    const apart = await openSystem({ verifiers: [], env: { METRICS_PORT: "0" } });
    await fetch(`${apart.url}/metrics`).then(({ status }) => expect(status).toBe(404));
    await apart.call("get", "/health/ready").expect(200);
    await apart.stop();
  });
});
