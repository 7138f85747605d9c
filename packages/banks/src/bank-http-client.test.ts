import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { selfSignedCertificate } from "@receipts/testing";
import {
  type LocalBank,
  type RequestHandler,
  respondWith,
  startLocalBank,
  testEndpoint,
  useCertificate,
} from "../test/local-bank.ts";
import type { BankEnvironment } from "./bank-adapter.ts";
import { BankUnavailable, ReceiptUnreadable } from "./bank-failure.ts";
import { createBankHttpClient } from "./bank-http-client.ts";
import { bankSettings } from "./bank-registry.ts";
import { askAsReadInFile } from "./read-in-file.ts";
import { bank as telebirr } from "./telebirr/telebirr-bank.ts";

function clientOf(
  bank: LocalBank,
  env: BankEnvironment = {},
  warn: (event: string) => void = () => undefined,
) {
  return createBankHttpClient(testEndpoint, { BANK_TEST_BASE_URL: bank.url, ...env }, warn);
}

const never = new AbortController().signal;
const receipt = { path: "/receipt", documentStatuses: [200], signal: never };

async function request(handler: RequestHandler, env: BankEnvironment = {}, signal = never) {
  await using bank = await startLocalBank(handler);
  return await clientOf(bank, env)({ ...receipt, signal });
}

describe("a request to a bank", () => {
  it("returns the document with its type, and looks like a browser's", async () => {
    await using bank = await startLocalBank(respondWith(200, "ፈረሰኛ", "text/html; charset=utf-8"));
    const { status, document } = await clientOf(bank)({ ...receipt, headers: { Accept: "text/html" } });
    expect(status).toBe(200);
    expect(document.contentType).toBe("text/html; charset=utf-8");
    expect(Buffer.from(document.body).toString()).toBe("ፈረሰኛ");
    expect(bank.requests[0]).toMatchObject({
      method: "GET",
      url: "/receipt",
      headers: { accept: "text/html", "user-agent": expect.stringContaining("Mozilla/5.0") },
    });
  });

  it("tells only the sandbox that the number was read in a file", async () => {
    await using bank = await startLocalBank(respondWith(200, "x"));
    for (const env of [{}, { BANK_SANDBOX_URL: bank.url }]) {
      await clientOf(bank, env)(receipt);
      await askAsReadInFile(() => clientOf(bank, env)(receipt));
    }
    const told = bank.requests.map(({ headers }) => headers["x-sandbox-read-in-file"]);
    expect(told).toEqual([undefined, undefined, undefined, "true"]);
  });

  it("reads a compressed document", async () => {
    const { document } = await request((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("receipt")),
    );
    expect(Buffer.from(document.body).toString()).toBe("receipt");
  });

  it.each([403, 408, 429, 500, 502, 503, 504, 599])("treats status %i as an outage", async (status) => {
    await expect(request(respondWith(status, "x"))).rejects.toBeInstanceOf(BankUnavailable);
  });

  it.each([201, 204, 400, 401, 404, 410, 418])(
    "treats status %i as an unreadable response",
    async (status) => {
      await expect(request(respondWith(status, status === 204 ? "" : "x"))).rejects.toBeInstanceOf(
        ReceiptUnreadable,
      );
    },
  );

  /** An operator needs the document to see what changed. */
  it("returns the document of an unreadable response", async () => {
    await expect(request(respondWith(404, "moved to another app", "text/html"))).rejects.toMatchObject({
      name: "UnexpectedResponse",
      document: { contentType: "text/html", body: Buffer.from("moved to another app") },
    });
  });

  it.each([301, 302, 303, 307, 308])("does not follow status %i", async (status) => {
    await using elsewhere = await startLocalBank(respondWith(200, "a receipt"));
    const redirect: RequestHandler = (_request, response) =>
      response.writeHead(status, { location: `${elsewhere.url}/receipt` }).end();
    await expect(request(redirect)).rejects.toBeInstanceOf(ReceiptUnreadable);
    expect(elsewhere.requests).toEqual([]);
  });

  it("passes other statuses to the bank's own client if that reads them", async () => {
    await using bank = await startLocalBank(respondWith(500, "no such receipt"));
    const handler = await clientOf(bank)({ ...receipt, documentStatuses: [200, 500] });
    expect(handler).toMatchObject({ status: 500 });
  });
});

describe("a document that is too long", () => {
  const env = { BANK_TEST_MAX_BYTES: "2000" };

  it("is rejected unread when its length is announced", async () => {
    const announce: RequestHandler = (_request, response) => {
      // The body never comes: a client that waits for it runs into the time limit.
      response.writeHead(200, { "content-length": "2001" }).flushHeaders();
    };
    await expect(request(announce, env)).rejects.toBeInstanceOf(ReceiptUnreadable);
  });

  it("ends the bank's stream when it exceeds the limit", async () => {
    let isClosed: Promise<unknown> | undefined;
    const flood: RequestHandler = (_request, response) => {
      isClosed = once(response, "close");
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(512))) {}
      };
      response.on("drain", write);
      write();
    };
    await expect(request(flood, env)).rejects.toBeInstanceOf(ReceiptUnreadable);
    await isClosed;
  });

  it("is measured after decompression", async () => {
    const bomb: RequestHandler = (_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(1_000_000)));
    await expect(request(bomb, env)).rejects.toBeInstanceOf(ReceiptUnreadable);
  });

  it("may be just as long as the limit", async () => {
    const { document } = await request(respondWith(200, "x".repeat(2_000)), env);
    expect(document.body.length).toBe(2_000);
  });
});

describe("a bank that does not respond", () => {
  const env = { BANK_TEST_TIMEOUT_MS: "150" };

  it("is given up after its time limit when it sends nothing", async () => {
    await expect(request(() => undefined, env)).rejects.toBeInstanceOf(BankUnavailable);
  });

  it("is given up after its time limit when its document stops half way", async () => {
    const stall: RequestHandler = (_request, response) => void response.writeHead(200).write("half a rec");
    await expect(request(stall, env)).rejects.toBeInstanceOf(BankUnavailable);
  });

  it.each<[string, RequestHandler]>([
    ["before its response", () => undefined],
    ["within its document", (_request, response) => void response.writeHead(200).write("half a rec")],
  ])("is given up when the caller's time ends %s", async (_when, handler) => {
    const caller = new AbortController();
    const response = request(
      (request, response) => {
        handler(request, response);
        setImmediate(() => caller.abort());
      },
      {},
      caller.signal,
    );
    await expect(response).rejects.toBeInstanceOf(BankUnavailable);
  });

  it("gets no request when the caller has no time left", async () => {
    await using bank = await startLocalBank(respondWith(200, "x"));
    const response = clientOf(bank)({ ...receipt, signal: AbortSignal.abort() });
    await expect(response).rejects.toBeInstanceOf(BankUnavailable);
    expect(bank.requests).toEqual([]);
  });

  it("is unavailable when it hangs up", async () => {
    await expect(request((request) => request.socket.destroy())).rejects.toBeInstanceOf(BankUnavailable);
  });

  it("is unavailable when it hangs up within an announced document", async () => {
    const hangUp: RequestHandler = (request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => request.socket.destroy());
    };
    await expect(request(hangUp)).rejects.toBeInstanceOf(BankUnavailable);
  });

  it("is unavailable when its port is closed", async () => {
    const bank = await startLocalBank(respondWith(200, "x"));
    await bank[Symbol.asyncDispose]();
    await expect(clientOf(bank)(receipt)).rejects.toBeInstanceOf(BankUnavailable);
  });
});

describe("connections", () => {
  const remotePorts = (bank: LocalBank) => new Set(bank.requests.map(({ socket }) => socket.remotePort)).size;
  const answerOnce = respondWith(200, "x");

  it("are reused", async () => {
    await using bank = await startLocalBank(answerOnce);
    const get = clientOf(bank);
    for (let attempt = 0; attempt < 3; attempt += 1) await get(receipt);
    expect(remotePorts(bank)).toBe(1);
  });

  it("to telebirr are never reused", async () => {
    const ports: (number | undefined)[] = [];
    await using bank = await startLocalBank((request, response) => {
      ports.push(request.socket.remotePort);
      answerOnce(request, response);
    });
    const get = createBankHttpClient(
      telebirr.endpoints[0],
      { BANK_TELEBIRR_BASE_URL: bank.url },
      () => undefined,
    );
    for (let attempt = 0; attempt < 3; attempt += 1) await get(receipt);
    expect(new Set(ports).size).toBe(3);
  });

  it("ignore proxies of the environment", async () => {
    await using proxy = await startLocalBank(respondWith(200, "from the proxy"));
    const before = process.env["http_proxy"];
    process.env["http_proxy"] = proxy.url;
    try {
      const { document } = await request(respondWith(200, "from the bank"));
      expect(Buffer.from(document.body).toString()).toBe("from the bank");
    } finally {
      if (before === undefined) delete process.env["http_proxy"];
      else process.env["http_proxy"] = before;
    }
  });
});

describe("certificates", () => {
  const { tls, caFile } = useCertificate();
  const protocols: (string | null)[] = [];
  const start = (options = {}) =>
    startLocalBank(
      (request, response) => {
        protocols.push((request.socket as TLSSocket).getProtocol());
        response.end("receipt");
      },
      { ...tls, ...options },
    );

  it("are verified", async () => {
    await using bank = await start();
    await expect(clientOf(bank)(receipt)).rejects.toBeInstanceOf(BankUnavailable);
    expect(bank.requests).toEqual([]);
  });

  it("are trusted when their CA file is configured", async () => {
    await using bank = await start();
    const get = clientOf(bank, {
      BANK_TEST_BASE_URL: bank.url.replace("127.0.0.1", "localhost"),
      BANK_TEST_CA_FILE: caFile,
    });
    expect(await get(receipt)).toMatchObject({ status: 200 });
  });

  it("are not verified if configured so, with a warning at start", async () => {
    await using bank = await start();
    const warnings: string[] = [];
    const get = clientOf(bank, { BANK_TEST_TLS_VERIFY: "false" }, (event) => warnings.push(event));
    expect(warnings).toEqual(["bank.tls_not_verified"]);
    expect(await get(receipt)).toMatchObject({ status: 200 });
  });

  it.each([
    ["http://receipts.bank.example", ["bank.tls_not_used"]],
    ["http://10.0.0.7:8090", ["bank.tls_not_used"]],
    ["http://127.0.0.1.bank.example", ["bank.tls_not_used"]],
    ["https://receipts.bank.example", []],
    ["http://127.0.0.1:8090", []],
    ["http://localhost:8090", []],
    ["http://[::1]:8090", []],
  ])("are required by a warning at start for unencrypted networks: %s", (baseUrl, expected) => {
    const warnings: string[] = [];
    createBankHttpClient(testEndpoint, { BANK_TEST_BASE_URL: baseUrl }, (event) => warnings.push(event));
    expect(warnings).toEqual(expected);
  });

  it("are requested with TLS 1.2 at telebirr, which refuses a newer hello", async () => {
    await using bank = await start();
    const env = { BANK_TELEBIRR_BASE_URL: bank.url, BANK_TELEBIRR_TLS_VERIFY: "false" };
    await createBankHttpClient(telebirr.endpoints[0], env, () => undefined)(receipt);
    expect(protocols.at(-1)).toBe("TLSv1.2");
  });
});

describe("settings of a bank", () => {
  it("are rejected all at once, without quoting values", () => {
    const env = {
      BANK_TEST_BASE_URL: "ftp://user:secret@bank.example",
      BANK_TEST_TIMEOUT_MS: "soon",
      BANK_TEST_MAX_BYTES: "1",
      BANK_TEST_TLS_VERIFY: "maybe",
    };
    const create = () => createBankHttpClient(testEndpoint, env, () => undefined);
    expect(create).toThrow(/BASE_URL[\s\S]*TIMEOUT_MS[\s\S]*MAX_BYTES[\s\S]*TLS_VERIFY/);
    expect(create).not.toThrow(/secret|soon|maybe/);
  });

  it.each([
    "http://bank.example/path",
    "http://bank.example?x=1",
    "http://a:b@bank.example",
    "bank.example",
    "file:///etc",
  ])("accept a scheme, host and port only, not %s", (url) => {
    expect(() => createBankHttpClient(testEndpoint, { BANK_TEST_BASE_URL: url }, () => undefined)).toThrow(
      "BANK_TEST_BASE_URL",
    );
  });

  /** Node silently trusts nothing from a file that it cannot read as PEM. */
  it.each([
    ["is not there", undefined],
    ["is empty", ""],
    ["is not PEM", "certificate of the bank"],
    ["holds no certificate", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"],
    ["holds a damaged one", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"],
    ["is cut off", selfSignedCertificate("localhost").cert.slice(0, 200)],
    [
      "is cut off after a complete certificate",
      `${selfSignedCertificate("localhost").cert}-----BEGIN CERTIFICATE-----\nAAAA`,
    ],
  ])("report a CA file that %s, together with every other error", (_what, text) => {
    const folder = mkdtempSync(join(tmpdir(), "bank-ca-"));
    try {
      const file = join(folder, "secret-name.pem");
      if (text !== undefined) writeFileSync(file, text);
      const env = { BANK_TEST_CA_FILE: file, BANK_TEST_TIMEOUT_MS: "soon" };
      const create = () => createBankHttpClient(testEndpoint, env, () => undefined);
      expect(create).toThrow(/BANK_TEST_TIMEOUT_MS[\s\S]*BANK_TEST_CA_FILE/);
      expect(create).not.toThrow(/secret-name/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("have a handshake limit only if connections are raced", () => {
    const names = (bank: "telebirr" | "boa") => bankSettings(bank).map(({ name }) => name);
    expect(names("telebirr")).toContain("BANK_TELEBIRR_HANDSHAKE_MS");
    expect(names("boa").filter((name) => name.includes("HANDSHAKE"))).toEqual([]);
    const create = () =>
      createBankHttpClient(telebirr.endpoints[0], { BANK_TELEBIRR_HANDSHAKE_MS: "99" }, () => undefined);
    expect(create).toThrow("BANK_TELEBIRR_HANDSHAKE_MS");
  });
});
