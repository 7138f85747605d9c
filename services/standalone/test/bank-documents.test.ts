import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openSystem, type System } from "./system.ts";

/** Real documents of the banks; they are kept beside the repository and never in it. */
const folder =
  process.env["RECEIPTS_DIR"] ?? fileURLToPath(new URL("../../../../shared/receipts", import.meta.url));
const describeWithDocuments = existsSync(folder) ? describe : describe.skip;

const document = (name: string) => readFileSync(path.join(folder, name));

/** Serves the documents at the banks' own paths. */
async function startDocumentHost(): Promise<{ url: string; close: () => Promise<void> }> {
  const routes: [RegExp, (response: ServerResponse, request: IncomingMessage) => void][] = [
    [
      /^\/receipt\/CL70R8T2MV$/,
      (response) =>
        response
          .setHeader("content-type", "text/html; charset=utf-8")
          .end(document("telebirr/person-to-person.html")),
    ],
    [
      /^\/receipt\//,
      (response) =>
        response
          .setHeader("content-type", "text/html")
          .end("<html><body><div>This request is not correct</div></body></html>"),
    ],
    [
      /^\/\?id=FT25160RBN4C39967402$/,
      (response) =>
        response.setHeader("content-type", "application/pdf").end(document("cbe/legacy-2025.pdf")),
    ],
    [
      /^\/\?id=FT/,
      (response) =>
        response
          .writeHead(404, { "content-type": "application/json" })
          .end(document("cbe/legacy-not-found.json")),
    ],
    [
      /^\/api\/v1\/transactions\/public\/transaction-detail\/v2-hfHCxGKFnP4vXcUgE9mB$/,
      (response, request) => {
        if (request.headers["x-app-id"] === undefined) response.writeHead(400).end("Missing Headers");
        else
          response
            .setHeader("content-type", "application/json")
            .end(document("cbe/v2-transaction-detail.json"));
      },
    ],
    [
      /^\/api\/v1\/transactions\//,
      (response) =>
        response
          .writeHead(500, { "content-type": "application/problem+json" })
          .end('{"status":500,"detail":"Security Alert: Invalid or tampered legacy token!"}'),
    ],
    [
      /^\/api\/onlineSlip\/getDetails\/\?id=FT26149QX372\d{5}$/,
      (response) =>
        response.setHeader("content-type", "application/json").end(document("boa/bill-payment.json")),
    ],
    [
      /^\/api\/onlineSlip\/getDetails\//,
      (response) =>
        response.setHeader("content-type", "application/json").end(document("boa/invalid-reference.json")),
    ],
  ];
  const server = createServer((request, response) => {
    const route = routes.find(([pattern]) => pattern.test(request.url ?? ""));
    if (route === undefined) response.writeHead(418).end();
    else route[1](response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

describeWithDocuments("documents that banks really served", () => {
  let system: System;
  let host: Awaited<ReturnType<typeof startDocumentHost>>;
  beforeAll(async () => {
    host = await startDocumentHost();
    system = await openSystem({
      env: {
        BANK_TELEBIRR_BASE_URL: host.url,
        BANK_CBE_BASE_URL: host.url,
        BANK_CBE_LEGACY_BASE_URL: host.url,
        BANK_BOA_BASE_URL: host.url,
      },
    });
  });
  afterAll(async () => {
    await system.stop();
    await host.close();
  });

  /** What the paper says is what the merchant is told: the amount received and not the total debited, in UTC. */
  it.each([
    [
      { bank: "telebirr", reference: "CL70R8T2MV" },
      {
        referenceNumber: "CL70R8T2MV",
        amount: 3,
        timestamp: "2025-12-07T14:36:22.000Z",
        receiverName: "Worku Iyasu Aster",
      },
    ],
    [
      { bank: "cbe", reference: "FT25160RBN4C", suffix: "39967402" },
      {
        amount: 2_100,
        timestamp: "2025-06-09T16:53:00.000Z",
        receiverAccount: "1****7402",
        accountSuffix: "39967402",
      },
    ],
    [
      { bank: "cbe", reference: "https://mbreciept.cbe.com.et/v2-hfHCxGKFnP4vXcUgE9mB" },
      {
        referenceNumber: "FT262475JR8N",
        amount: 5_100,
        timestamp: "2026-09-04T10:59:00.000Z",
        senderName: "Yonas Dagne Ibsa",
        receiverName: "Dawit Fikre Abelu",
        receiverAccount: "1********2206",
        accountSuffix: null,
      },
    ],
    [
      { bank: "boa", reference: "FT26149QX372", suffix: "12376" },
      {
        referenceNumber: "FT26149QX372",
        amount: 9_788,
        timestamp: "2026-05-29T13:09:00.000Z",
        senderName: "RAHEL BETHEL MULU",
        receiverName: null,
        receiverAccount: null,
      },
    ],
  ])("%j", async (body, expected) => {
    const answer = await system.verify(await system.account(), body, { waitMs: 10_000 }).expect(200);
    expect(answer.body.data).toEqual([
      expect.objectContaining({ status: "success", verified: true, currency: "ETB", ...expected }),
    ]);
  });

  it("a bill payment names no receiver, so nothing can be matched", async () => {
    const body = {
      bank: "boa",
      reference: "FT26149QX372",
      suffix: "12376",
      settlementAccount: "1000000012345",
    };
    const answer = await system.verify(await system.account(), body, { waitMs: 10_000 }).expect(200);
    expect(answer.body.data[0].settlementAccountMatch).toMatchObject({
      matched: false,
      reason: "missing_receiver_account",
    });
  });

  it("a suffix that is nobody's on the receipt is a failed verification that shows nothing of it", async () => {
    const answer = await system.verify(
      await system.account(),
      { bank: "boa", reference: "FT26149QX372", suffix: "12345" },
      { waitMs: 10_000 },
    );
    expect(answer.body.data[0]).toMatchObject({
      status: "failed",
      verified: false,
      amount: null,
      senderName: null,
    });
  });

  it.each([
    { bank: "telebirr", reference: "CL70R8T2MW" },
    { bank: "cbe", reference: "FT25160AAAAA", suffix: "39967402" },
    { bank: "cbe", reference: "v2-hfHCxGKFnP4vXcUgE9mX" },
    { bank: "boa", reference: "FT26149AAAAA", suffix: "12376" },
  ])("%j is not found, in the bank's own way of saying so", async (body) => {
    const answer = await system.verify(await system.account(), body, { waitMs: 10_000 }).expect(200);
    expect(answer.body.verification).toMatchObject({
      processingStatus: "completed",
      status: "not_found",
      verified: false,
    });
  });
});
