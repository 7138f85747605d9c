import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { selfSignedCertificate } from "@receipts/testing";
import {
  type AnswerRequest,
  answering,
  type LocalBank,
  startLocalBank,
  testEndpoint,
  useCertificate,
} from "../test/local-bank.ts";
import type { BankEnvironment } from "./bank-adapter.ts";
import { BankUnavailable, ReceiptUnreadable } from "./bank-failure.ts";
import { createBankHttpClient } from "./bank-http-client.ts";
import { bankSettings } from "./bank-registry.ts";
import { telebirrEndpoint } from "./telebirr/telebirr-endpoint.ts";

function clientOf(
  bank: LocalBank,
  env: BankEnvironment = {},
  warn: (event: string) => void = () => undefined,
) {
  return createBankHttpClient(testEndpoint, { BANK_TEST_BASE_URL: bank.url, ...env }, warn);
}

const never = new AbortController().signal;
const receipt = { path: "/receipt", documentStatuses: [200], signal: never };

async function ask(answer: AnswerRequest, env: BankEnvironment = {}, signal = never) {
  await using bank = await startLocalBank(answer);
  return await clientOf(bank, env)({ ...receipt, signal });
}

describe("a request to a bank", () => {
  it("brings the document with its type, and looks like a browser's", async () => {
    await using bank = await startLocalBank(answering(200, "ፈረሰኛ", "text/html; charset=utf-8"));
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

  it("reads a compressed document", async () => {
    const { document } = await ask((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("receipt")),
    );
    expect(Buffer.from(document.body).toString()).toBe("receipt");
  });

  it.each([403, 408, 429, 500, 502, 503, 504, 599])("takes status %i for an outage", async (status) => {
    await expect(ask(answering(status, "x"))).rejects.toBeInstanceOf(BankUnavailable);
  });

  it.each([201, 204, 400, 401, 404, 410, 418])(
    "takes status %i for an answer it cannot read",
    async (status) => {
      await expect(ask(answering(status, status === 204 ? "" : "x"))).rejects.toBeInstanceOf(
        ReceiptUnreadable,
      );
    },
  );

  /** An operator can only see what changed if there is something to see. */
  it("hands over what came with an answer it cannot read", async () => {
    await expect(ask(answering(404, "moved to another app", "text/html"))).rejects.toMatchObject({
      name: "UnexpectedAnswer",
      document: { contentType: "text/html", body: Buffer.from("moved to another app") },
    });
  });

  it.each([301, 302, 303, 307, 308])("does not follow status %i", async (status) => {
    await using elsewhere = await startLocalBank(answering(200, "a receipt"));
    const redirect: AnswerRequest = (_request, response) =>
      response.writeHead(status, { location: `${elsewhere.url}/receipt` }).end();
    await expect(ask(redirect)).rejects.toBeInstanceOf(ReceiptUnreadable);
    expect(elsewhere.requests).toEqual([]);
  });

  it("leaves other statuses to the bank's own client where that reads them", async () => {
    await using bank = await startLocalBank(answering(500, "no such receipt"));
    const answer = await clientOf(bank)({ ...receipt, documentStatuses: [200, 500] });
    expect(answer).toMatchObject({ status: 500 });
  });
});

describe("a document that is too long", () => {
  const env = { BANK_TEST_MAX_BYTES: "2000" };

  it("is refused unread when its length is announced", async () => {
    const announce: AnswerRequest = (_request, response) => {
      // The body never comes: whoever waits for it does not get past the time limit.
      response.writeHead(200, { "content-length": "2001" }).flushHeaders();
    };
    await expect(ask(announce, env)).rejects.toBeInstanceOf(ReceiptUnreadable);
  });

  it("is dropped when it grows past the limit, and the bank's stream with it", async () => {
    let isClosed: Promise<unknown> | undefined;
    const flood: AnswerRequest = (_request, response) => {
      isClosed = once(response, "close");
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(512))) {}
      };
      response.on("drain", write);
      write();
    };
    await expect(ask(flood, env)).rejects.toBeInstanceOf(ReceiptUnreadable);
    await isClosed;
  });

  it("is counted decompressed", async () => {
    const bomb: AnswerRequest = (_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(1_000_000)));
    await expect(ask(bomb, env)).rejects.toBeInstanceOf(ReceiptUnreadable);
  });

  it("may be just as long as the limit", async () => {
    const { document } = await ask(answering(200, "x".repeat(2_000)), env);
    expect(document.body.length).toBe(2_000);
  });
});

describe("a bank that does not answer", () => {
  const env = { BANK_TEST_TIMEOUT_MS: "150" };

  it("is given up after its time when it says nothing", async () => {
    await expect(ask(() => undefined, env)).rejects.toBeInstanceOf(BankUnavailable);
  });

  it("is given up after its time when its document stops half way", async () => {
    const stall: AnswerRequest = (_request, response) => void response.writeHead(200).write("half a rec");
    await expect(ask(stall, env)).rejects.toBeInstanceOf(BankUnavailable);
  });

  it.each<[string, AnswerRequest]>([
    ["before its answer", () => undefined],
    ["within its document", (_request, response) => void response.writeHead(200).write("half a rec")],
  ])("is given up when the caller has no more time, %s", async (_when, answer) => {
    const caller = new AbortController();
    const asked = ask(
      (request, response) => {
        answer(request, response);
        setImmediate(() => caller.abort());
      },
      {},
      caller.signal,
    );
    await expect(asked).rejects.toBeInstanceOf(BankUnavailable);
  });

  it("is not asked at all when the caller has no time left", async () => {
    await using bank = await startLocalBank(answering(200, "x"));
    const asked = clientOf(bank)({ ...receipt, signal: AbortSignal.abort() });
    await expect(asked).rejects.toBeInstanceOf(BankUnavailable);
    expect(bank.requests).toEqual([]);
  });

  it("is unavailable when it hangs up", async () => {
    await expect(ask((request) => request.socket.destroy())).rejects.toBeInstanceOf(BankUnavailable);
  });

  it("is unavailable when it hangs up within an announced document", async () => {
    const hangUp: AnswerRequest = (request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => request.socket.destroy());
    };
    await expect(ask(hangUp)).rejects.toBeInstanceOf(BankUnavailable);
  });

  it("is unavailable when nobody listens", async () => {
    const bank = await startLocalBank(answering(200, "x"));
    await bank[Symbol.asyncDispose]();
    await expect(clientOf(bank)(receipt)).rejects.toBeInstanceOf(BankUnavailable);
  });
});

describe("connections", () => {
  const remotePorts = (bank: LocalBank) => new Set(bank.requests.map(({ socket }) => socket.remotePort)).size;
  const answerOnce = answering(200, "x");

  it("are used again", async () => {
    await using bank = await startLocalBank(answerOnce);
    const get = clientOf(bank);
    for (let attempt = 0; attempt < 3; attempt += 1) await get(receipt);
    expect(remotePorts(bank)).toBe(1);
  });

  it("to telebirr are never used again", async () => {
    const ports: (number | undefined)[] = [];
    await using bank = await startLocalBank((request, response) => {
      ports.push(request.socket.remotePort);
      answerOnce(request, response);
    });
    const get = createBankHttpClient(telebirrEndpoint, { BANK_TELEBIRR_BASE_URL: bank.url }, () => undefined);
    for (let attempt = 0; attempt < 3; attempt += 1) await get(receipt);
    expect(new Set(ports).size).toBe(3);
  });

  it("go round no proxy", async () => {
    await using proxy = await startLocalBank(answering(200, "from the proxy"));
    const before = process.env["http_proxy"];
    process.env["http_proxy"] = proxy.url;
    try {
      const { document } = await ask(answering(200, "from the bank"));
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

  it("are not verified where that was asked for, which is told at start", async () => {
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
  ])("are missed at start where receipts come in the clear over a network: %s", (baseUrl, expected) => {
    const warnings: string[] = [];
    createBankHttpClient(testEndpoint, { BANK_TEST_BASE_URL: baseUrl }, (event) => warnings.push(event));
    expect(warnings).toEqual(expected);
  });

  it("are asked for by TLS 1.2 at telebirr, which refuses a newer hello", async () => {
    await using bank = await start();
    const env = { BANK_TELEBIRR_BASE_URL: bank.url, BANK_TELEBIRR_TLS_VERIFY: "false" };
    await createBankHttpClient(telebirrEndpoint, env, () => undefined)(receipt);
    expect(protocols.at(-1)).toBe("TLSv1.2");
  });
});

describe("settings of a bank", () => {
  it("are refused all at once, without repeating what they held", () => {
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
  ])("take a scheme, host and port only, not %s", (url) => {
    expect(() => createBankHttpClient(testEndpoint, { BANK_TEST_BASE_URL: url }, () => undefined)).toThrow(
      "BANK_TEST_BASE_URL",
    );
  });

  /** Node trusts nothing out of a file that it cannot read as PEM, and says nothing. */
  it.each([
    ["is not there", undefined],
    ["is empty", ""],
    ["is no PEM", "certificate of the bank"],
    ["holds no certificate", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"],
    ["holds a damaged one", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"],
    ["is cut off", selfSignedCertificate("localhost").cert.slice(0, 200)],
    [
      "is cut off behind a whole certificate",
      `${selfSignedCertificate("localhost").cert}-----BEGIN CERTIFICATE-----\nAAAA`,
    ],
  ])("name the CA file that %s, beside every other fault", (_what, text) => {
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

  it("say how long a handshake may take only where connections are raced", () => {
    const names = (bank: "telebirr" | "boa") => bankSettings(bank).map(({ name }) => name);
    expect(names("telebirr")).toContain("BANK_TELEBIRR_HANDSHAKE_MS");
    expect(names("boa").filter((name) => name.includes("HANDSHAKE"))).toEqual([]);
    const create = () =>
      createBankHttpClient(telebirrEndpoint, { BANK_TELEBIRR_HANDSHAKE_MS: "99" }, () => undefined);
    expect(create).toThrow("BANK_TELEBIRR_HANDSHAKE_MS");
  });
});
