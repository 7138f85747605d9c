import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { buildVerifier, readVerifierConfig } from "@receipts/verifier";
import {
  codePixels,
  messagePng,
  toPng,
  writtenPdf,
} from "../../../../packages/receipt-pictures/test/made-pictures.ts";
import { runAdmin } from "../admin.ts";
import { bringForward } from "../bring-forward.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { aReference, system, type TestAccount, useSystem } from "../system.ts";

const refundsPerDay = 2;
useSystem({
  verifiers: ["telebirr", "cbe"],
  env: { PICTURE_REFUNDS_PER_DAY: String(refundsPerDay), MAX_WAIT_MS: "60000" },
});
useReceiver();

const telebirrPdf = (...references: readonly string[]) =>
  Buffer.from(writtenPdf(["telebirr", ...references.map((reference) => `Transaction number ${reference}`)]));
/** The sandbox knows a number from a file only if its payment was ordered. */
const unknown = aReference;
const paid = async (bank = "telebirr") =>
  await system.pay({ bank, amount: 1250, receiverAccount: "0911223344", receiverName: "A B" });
const paidReference = async () => (await paid()).referenceNumber;

function send(
  path: string,
  caller: Pick<TestAccount, "apiKey">,
  file: Buffer | undefined,
  fields: Readonly<Record<string, string>> = {},
) {
  const call = system.call("post", path).set("x-api-key", caller.apiKey);
  for (const [name, value] of Object.entries(fields)) call.field(name, value);
  return file === undefined ? call.field("note", "") : call.attach("file", file, "receipt.jpg");
}
const verify = (
  caller: Pick<TestAccount, "apiKey">,
  file?: Buffer,
  fields?: Readonly<Record<string, string>>,
) => send("/api/verify/from-file?waitMs=15000", caller, file, fields);

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");
const MEBIBYTE = 1024 * 1024;

const PADDING = 6 * MEBIBYTE;

/** A form with this file and many bytes behind it, which its sender does not hold. */
function paddedForm(file: Uint8Array) {
  const zeros = Buffer.alloc(64 * 1024);
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  return Readable.toWeb(
    Readable.from([
      Buffer.from(head),
      file,
      ...Array(PADDING / zeros.length).fill(zeros),
      Buffer.from("\r\n--b--\r\n"),
    ]),
  );
}

function bufferBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

async function requestsOf({ userId }: TestAccount): Promise<number> {
  const [row] = await system.sql<{ n: number }>(
    "select count(*) as n from verification_requests where user_id = $1",
    userId,
  );
  return Number(row?.n);
}

describe("a file that names one receipt", () => {
  it("is verified like a reference, and the result says what was read", async () => {
    const caller = await system.account({ credits: 5 });
    const reference = await paidReference();
    const { body } = await verify(caller, telebirrPdf(reference)).expect(200);
    const input = {
      kind: "pdf_text",
      candidates: [
        { bank: "telebirr", referenceNumber: reference, confidence: expect.any(Number), unsureAt: [] },
      ],
      chosen: 0,
    };
    expect(body.data).toEqual([
      expect.objectContaining({ bank: "telebirr", status: "success", referenceNumber: reference, input }),
    ]);
    expect(await system.statusOf(caller, body.requestId)).toMatchObject({ result: { input } });
    expect(await system.balanceOf(caller)).toBe(4);
  });

  it("is found by its code, before any text", async () => {
    const caller = await system.account();
    const reference = await paidReference();
    const png = await toPng(codePixels(`https://transactioninfo.ethiotelecom.et/receipt/${reference}`));
    const { body } = await verify(caller, Buffer.from(png)).expect(200);
    expect(body.data[0]).toMatchObject({
      status: "success",
      input: { kind: "qr", candidates: [{ referenceNumber: reference }], chosen: 0 },
    });
  });

  /** An account may have 64 MiB of files in memory, but far more calls that wait for a bank. */
  it("is not in memory while its call waits for the bank", async () => {
    const caller = await system.account();
    const calls = 3;
    const ended: unknown[] = [];
    const references = await Promise.all(Array.from({ length: calls }, paidReference));
    const files = await Promise.all(
      references.map((reference) =>
        toPng(codePixels(`https://transactioninfo.ethiotelecom.et/receipt/${reference}`)),
      ),
    );
    await system.control({ bank: "telebirr", latencyMs: 60_000 });
    const before = bufferBytes();
    const leaving = new AbortController();
    for (const file of files) {
      fetch(`${system.url}/api/verify/from-file?waitMs=60000`, {
        ...{ method: "POST", body: paddedForm(file), duplex: "half", signal: leaving.signal },
        headers: { "x-api-key": caller.apiKey, "content-type": "multipart/form-data; boundary=b" },
      } as RequestInit).then(
        ({ status }) => ended.push(status),
        (error: unknown) => ended.push(error),
      );
      // One after the other: reading takes a core.
      await until(async () => (await requestsOf(caller)) === files.indexOf(file) + 1);
    }
    await until(() => bufferBytes() - before < 2 * PADDING);
    expect(ended).toEqual([]);
    leaving.abort();
    await system.control({ bank: "telebirr", latencyMs: 0 });
  });

  it("is found by its letters", async () => {
    const caller = await system.account();
    // A picture of a payment that the bank knows: its verdict is in the cache.
    await system.verify(caller, { bank: "telebirr", reference: "DJ57QK2M41" });
    const { body } = await verify(caller, Buffer.from(messagePng)).expect(200);
    expect(body.data[0]).toMatchObject({
      status: "success",
      referenceNumber: "DJ57QK2M41",
      input: { kind: "recognized_text", chosen: 0 },
    });
  });

  it("takes account, expectations and webhook of the form, and reports what was read", async () => {
    const caller = await system.account();
    const payment = await paid();
    const form = {
      webhookUrl: receiver.url,
      settlementAccount: "0911000000",
      expect: '{"amount":"1250.00"}',
    };
    const { body } = await verify(caller, telebirrPdf(payment.referenceNumber), form).expect(200);
    expect(body.data[0]).toMatchObject({
      amount: 1250,
      settlementAccountMatch: { source: "request" },
      decisionReasons: expect.not.arrayContaining(["amount_not_checked"]),
    });
    await until(() => receiver.received.length === 1);
    expect(JSON.parse(receiver.received[0]?.body ?? "").data.input).toEqual(body.data[0].input);
  });

  it("is verified with a cached verdict at once", async () => {
    const caller = await system.account();
    const reference = await paidReference();
    await verify(caller, telebirrPdf(reference)).expect(200);
    const { headers, body } = await verify(caller, telebirrPdf(reference)).expect(200);
    expect(headers["x-svc-cache"]).toBe("HIT");
    expect(body.data[0].input.candidates[0].referenceNumber).toBe(reference);
  });

  it("is asked for the digits that its bank requires and it does not show", async () => {
    const caller = await system.account();
    const { referenceNumber, suffix = "" } = await system.pay({
      bank: "cbe",
      amount: 1250,
      receiverAccount: "1000412270936",
      receiverName: "A B",
    });
    const lines = ["Commercial Bank of Ethiopia", `Reference No. ${referenceNumber}`];
    const file = Buffer.from(writtenPdf(lines));
    await verify(caller, file).expect(refusedAs("invalid_payload", "suffix"));
    const { body } = await verify(caller, file, { suffix }).expect(200);
    expect(body.data[0]).toMatchObject({ bank: "cbe", status: "success" });
  });
});

describe("a file that may name several receipts", () => {
  it("is one request of one credit: the next is tried if the bank does not know the likeliest", async () => {
    const caller = await system.account({ credits: 5 });
    const [wrong, right] = [unknown(), await paidReference()];
    const { body } = await verify(caller, telebirrPdf(wrong, right)).expect(200);
    expect(body.data[0]).toMatchObject({
      status: "success",
      referenceNumber: right,
      input: { candidates: [{ referenceNumber: wrong }, { referenceNumber: right }], chosen: 1 },
    });
    expect(await system.balanceOf(caller)).toBe(4);
    expect(await requestsOf(caller)).toBe(1);
    const { body: attempts } = await system
      .call("get", `/api/verify/${body.requestId}/attempts`, caller)
      .expect(200);
    expect(attempts.data.attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "not_found",
      "document",
    ]);
  });

  it("ends as not found after the last of them, with one credit", async () => {
    const caller = await system.account({ credits: 5 });
    const all = [unknown(), unknown(), unknown()];
    const { body } = await verify(caller, telebirrPdf(...all)).expect(200);
    expect(body.data[0]).toMatchObject({ status: "not_found", input: { chosen: 2 } });
    expect(await system.balanceOf(caller)).toBe(4);
  });

  it("continues at the bank of the next one, also if that bank's verifier starts later", async () => {
    const caller = await system.account({ credits: 5 });
    const wrong = unknown();
    const { referenceNumber: right } = await paid("mpesa");
    const file = Buffer.from(
      writtenPdf(["telebirr", `Transaction number ${wrong}`, `M-PESA receipt ${right}`]),
    );
    const { body } = await send("/api/verify/from-file", caller, file).expect(202);
    await until(async () => (await system.statusOf(caller, body.requestId)).bank === "mpesa");
    const config = readVerifierConfig({ ...system.environmentOf("verifier"), BANK: "mpesa" });
    const { bus, fastStore, metrics, environment: bankEnvironment } = system;
    system.start(await buildVerifier({ bus, fastStore, metrics, log: testLog, config, bankEnvironment }));
    await until(async () => (await system.statusOf(caller, body.requestId)).processingStatus === "completed");
    expect(await system.statusOf(caller, body.requestId)).toMatchObject({
      bank: "mpesa",
      status: "success",
      result: { bank: "mpesa", referenceNumber: right, input: { chosen: 1 } },
    });
    expect(await system.balanceOf(caller)).toBe(4);
  });

  it.each([0, 1])(
    "is asked for all of them in their order at each look, until the bank has number %i",
    async (place) => {
      const caller = await system.account({ credits: 5 });
      const order = { bank: "telebirr", amount: 1250, receiverAccount: "0911223344", receiverName: "A B" };
      const payments = [
        await system.pay({ ...order, bookedAfterSeconds: 3_600 }),
        await system.pay({ ...order, bookedAfterSeconds: 3_600 }),
      ];
      const numbers = payments.map(({ referenceNumber }) => referenceNumber);
      const { body } = await send("/api/verify/from-file", caller, telebirrPdf(...numbers), {
        recheckForMinutes: "10",
      }).expect(202);
      const record = async () => await system.statusOf(caller, body.requestId);
      for (const tries of [1, 2]) {
        await until(async () => (await record()).recheck?.tries === tries);
        if (tries === 2) await system.book("telebirr", numbers[place] ?? "");
        await bringForward(system.sql, body.requestId);
      }
      await until(async () => (await record()).completedAt !== undefined);
      expect(await record()).toMatchObject({
        status: "success",
        result: { referenceNumber: numbers[place], input: { chosen: place } },
      });
      const { body: attempts } = await system.call("get", `/api/verify/${body.requestId}/attempts`, caller);
      const asked = attempts.data.attempts.map(({ outcome }: { outcome: string }) => outcome);
      expect(asked).toEqual([...Array(4 + place).fill("not_found"), "document"]);
      expect(await system.balanceOf(caller)).toBe(4);
    },
  );

  it("is searched only for receipts of the bank that the form names", async () => {
    const caller = await system.account({ credits: 5 });
    await verify(caller, telebirrPdf(aReference()), { bank: "cbe" }).expect(
      refusedAs("reference_not_found", "bank"),
    );
    expect(await system.balanceOf(caller)).toBe(5);
  });
});

describe("a number that the bank does not know", () => {
  const picture = (caller: TestAccount) =>
    verify(caller, Buffer.from(messagePng)).set("cache-control", "no-cache");

  it("names its unsure letters, and costs nothing as often as PICTURE_REFUNDS_PER_DAY says", async () => {
    const caller = await system.account({ credits: 9 });
    const answers = await Promise.all(Array.from({ length: 4 }, () => picture(caller).expect(200)));
    for (const { body } of answers) {
      const [{ status, input }] = body.data;
      expect(status).toBe("not_found");
      for (const { referenceNumber, unsureAt } of input.candidates) {
        expect(unsureAt).not.toEqual([]);
        for (const at of unsureAt) expect(referenceNumber[at]).toMatch(/[0OQ1IL8B5S2Z6G]/);
      }
    }
    expect(await system.balanceOf(caller)).toBe(5 + refundsPerDay);
    const { body } = await system.call("get", "/api/credits/transactions", caller).expect(200);
    const refunds = body.data.filter(({ type }: { type: string }) => type === "refund");
    expect(refunds.map(({ note }: { note: string }) => note)).toEqual(
      Array(refundsPerDay).fill("unsure letters"),
    );
    await system.sql(
      "update credit_accounts set unsure_refunds_on = current_date - 2 where user_id = $1",
      caller.userId,
    );
    await picture(caller).expect(200);
    expect(await system.balanceOf(caller)).toBe(5 + refundsPerDay);
  });

  it.each([
    ["a PDF's text", async (reference: string) => telebirrPdf(reference)],
    [
      "a QR code",
      async (reference: string) =>
        Buffer.from(await toPng(codePixels(`https://transactioninfo.ethiotelecom.et/receipt/${reference}`))),
    ],
  ])("costs a credit if it was read from %s", async (_source, file) => {
    const caller = await system.account({ credits: 9 });
    const { body } = await verify(caller, await file(unknown())).expect(200);
    expect(body.data[0]).toMatchObject({ status: "not_found", input: { candidates: [{ unsureAt: [] }] } });
    expect(await system.balanceOf(caller)).toBe(8);
  });
});

describe("a file without a receipt", () => {
  it("is refused with what was read, and costs nothing", async () => {
    const caller = await system.account({ credits: 5 });
    const { body } = await verify(caller, Buffer.from(writtenPdf(["Thank you for your order"]))).expect(
      refusedAs("reference_not_found", "file"),
    );
    expect(body.error.details[0].message).toContain("Thank you for your order");
    expect(await system.balanceOf(caller)).toBe(5);
    expect(await requestsOf(caller)).toBe(0);
  });

  it.each([
    ["a GIF", Buffer.from("GIF89a\x01\x00\x01\x00", "latin1"), "unsupported_media_type"],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "unsupported_media_type"],
    ["a damaged PDF", Buffer.from("%PDF-1.7\nnothing"), "reference_not_found"],
    ["a file of more than 8 MiB", Buffer.alloc(8 * 1024 * 1024 + 1), "payload_too_large"],
  ] as const)("is refused if it is %s", async (_kind, file, code) => {
    const caller = await system.account({ credits: 5 });
    await verify(caller, file).expect(refusedAs(code));
    expect(await system.balanceOf(caller)).toBe(5);
  });
});

describe("a form", () => {
  it.each([
    ["without a file", undefined, {}, "file"],
    ["with an expectation that is not JSON", telebirrPdf(aReference()), { expect: "1250" }, "expect"],
    ["with broken JSON", telebirrPdf(aReference()), { expect: "{" }, "expect"],
    ["with a webhook URL that is none", telebirrPdf(aReference()), { webhookUrl: "shop" }, "webhookUrl"],
    ["with a bank that is not supported", telebirrPdf(aReference()), { bank: "nile" }, "bank"],
    ["with too long a field", telebirrPdf(aReference()), { suffix: "1".repeat(5_000) }, "suffix"],
  ] as const)("%s is refused by the name of the field", async (_kind, file, fields, field) => {
    const { body } = await verify(await system.account(), file, fields);
    expect(body.error.details[0].field).toBe(field);
  });

  it("with two files is refused", async () => {
    const caller = await system.account();
    await verify(caller, telebirrPdf(aReference()))
      .attach("file", telebirrPdf(aReference()), "second.pdf")
      .expect(refusedAs("invalid_payload", "file"));
  });

  it("that is JSON is refused with the type to send", async () => {
    const caller = await system.account();
    const { body } = await system
      .call("post", "/api/verify/from-file", caller)
      .send({ reference: aReference() })
      .expect(refusedAs("unsupported_media_type"));
    expect(body.message).toContain("multipart/form-data");
  });
});

it("a file whose sender hangs up keeps its place until it is read, and is dropped if its turn has not come", async () => {
  const caller = await system.account();
  const { hostname, port } = new URL(system.url);
  const body = Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'),
    telebirrPdf(aReference()),
    Buffer.from("\r\n--x--\r\n"),
  ]);
  const head = [
    ...["POST /api/verify/read-file HTTP/1.1", `host: ${hostname}`, `x-api-key: ${caller.apiKey}`],
    ...["content-type: multipart/form-data; boundary=x", `content-length: ${body.length}`],
  ].join("\r\n");
  const open = async () => (await system.metric("receipt_files_open")) ?? 0;
  const left = async () => (await system.metric("receipt_files_total", { outcome: "left" })) ?? 0;
  const before = await left();
  const sockets = Array.from({ length: 4 }, () => connect(Number(port), hostname));
  for (const socket of sockets) socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]));
  await until(async () => (await open()) === 4);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await left()) > before);
  // The one that is read.
  expect(await open()).toBe(1);
  await until(async () => (await open()) === 0);
  expect(await left()).toBe(before + 3);
});

describe("an idempotency key of a file", () => {
  it("returns the earlier request without reading the file again", async () => {
    const caller = await system.account({ credits: 5 });
    const file = telebirrPdf(aReference());
    const first = await verify(caller, file).set("idempotency-key", "photo-1").expect(200);
    const read = await system.metric("receipt_files_total", { outcome: "pdf_text" });
    const again = await verify(caller, file).set("idempotency-key", "photo-1").expect(200);
    expect(again.body.requestId).toBe(first.body.requestId);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(await system.metric("receipt_files_total", { outcome: "pdf_text" })).toBe(read);
    expect(await system.balanceOf(caller)).toBe(4);
  });

  it("conflicts with another file, and with other fields", async () => {
    const caller = await system.account();
    const file = telebirrPdf(aReference());
    await verify(caller, file).set("idempotency-key", "photo-2").expect(200);
    for (const [other, fields] of [
      [telebirrPdf(aReference()), {}],
      [file, { settlementAccount: "0911000000" }],
    ] as const)
      await verify(caller, other, fields)
        .set("idempotency-key", "photo-2")
        .expect(refusedAs("idempotency_conflict"));
  });
});

describe("reading without verifying", () => {
  it("returns the candidates, costs nothing and stores nothing", async () => {
    const caller = await system.account({ credits: 0 });
    const reference = aReference();
    const { body } = await send("/api/verify/read-file", caller, telebirrPdf(reference)).expect(200);
    expect(body.data).toEqual({
      kind: "pdf_text",
      text: expect.stringContaining(reference),
      candidates: [
        {
          bank: "telebirr",
          referenceNumber: reference,
          accountSuffix: null,
          phone: null,
          confidence: expect.any(Number),
          unsureAt: [],
        },
      ],
    });
    expect(await requestsOf(caller)).toBe(0);
  });
});

describe("files of requests", () => {
  it("are gone with the response", async () => {
    const caller = await system.account();
    await verify(caller, telebirrPdf(aReference())).expect(200);
    expect(await system.sql("select from kept_files")).toEqual([]);
  });

  it("are kept, sealed, for the days of FILE_RETENTION_DAYS, and open for an operator", async () => {
    const { port } = await system.startGateway({ FILE_RETENTION_DAYS: "3" });
    const caller = await system.account();
    const file = telebirrPdf(aReference());
    const form = new FormData();
    form.set("file", new Blob([file]));
    const response = await fetch(`http://127.0.0.1:${port}/api/verify/from-file?waitMs=15000`, {
      method: "POST",
      headers: { "x-api-key": caller.apiKey },
      body: form,
    });
    const { requestId } = (await response.json()) as { requestId: string };
    const kept = async () =>
      await system.sql<{ ciphertext: Buffer; days: number }>(
        "select ciphertext, round(extract(epoch from expires_at - now()) / 86400) as days from kept_files",
      );
    await until(async () => (await kept()).length === 1);
    const [row] = await kept();
    expect(Number(row?.days)).toBe(3);
    expect(row?.ciphertext.includes(file.subarray(0, 16))).toBe(false);
    const folder = await mkdtemp(path.join(os.tmpdir(), "kept-"));
    try {
      await runAdmin(system.environment, "files", "save", requestId, path.join(folder, "receipt.pdf"));
      expect(await readFile(path.join(folder, "receipt.pdf"))).toEqual(file);
    } finally {
      await rm(folder, { recursive: true });
    }
    await runAdmin(system.environment, "account", "erase", "--user", caller.userId, "--yes");
    expect(await kept()).toEqual([]);
    const [erased] = await system.sql<{ input: unknown; result: object }>(
      "select input, result from verification_requests where id = $1",
      requestId,
    );
    expect(erased?.input).toBeNull();
    expect(erased?.result).not.toHaveProperty("input");
  });
});

describe("files that arrive slowly", () => {
  /** Sends a form as far as the beginning of its file. */
  async function startSending({ apiKey }: TestAccount) {
    const { hostname, port } = new URL(system.url);
    const socket = connect(Number(port), hostname);
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF';
    socket.on("error", () => undefined);
    socket.write(
      `POST /api/verify/read-file HTTP/1.1\r\nHost: api\r\nx-api-key: ${apiKey}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n${part}`,
    );
    return socket;
  }

  it("take four places of an account, and give them back when their callers leave", async () => {
    const caller = await system.account();
    const sockets = await Promise.all(Array.from({ length: 4 }, () => startSending(caller)));
    await until(async () => (await system.metric("receipt_files_open")) === 4);
    await send("/api/verify/read-file", caller, telebirrPdf(aReference())).expect(refusedAs("rate_limited"));
    const other = await system.account();
    await send("/api/verify/read-file", other, telebirrPdf(aReference())).expect(200);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await system.metric("receipt_files_open")) === 0);
    await send("/api/verify/read-file", caller, telebirrPdf(aReference())).expect(200);
  });
});
