import type { BankCode } from "@receipts/contracts";
import { fixture } from "../test/fixture.ts";
import { type AnswerRequest, answering, startLocalBank } from "../test/local-bank.ts";
import { loadBankAdapter } from "./adapters.ts";
import { type BankAdapter, BankUnavailable, type ReceiptIdentifiers, ReceiptUnreadable } from "./index.ts";

const never = new AbortController().signal;
const silent = { warn: () => undefined };
const baseUrls = [
  "BANK_CBE_BASE_URL",
  "BANK_CBE_LEGACY_BASE_URL",
  "BANK_BOA_BASE_URL",
  "BANK_TELEBIRR_BASE_URL",
];

async function withBank<T>(bank: BankCode, answer: AnswerRequest, use: (adapter: BankAdapter) => Promise<T>) {
  const paths: string[] = [];
  await using server = await startLocalBank((request, response) => {
    paths.push(request.url ?? "");
    answer(request, response);
  });
  const env = Object.fromEntries(baseUrls.map((name) => [name, server.url]));
  return { paths, result: await use(await loadBankAdapter(bank, env, silent)) };
}

async function verify(bank: BankCode, answer: AnswerRequest, identifiers: ReceiptIdentifiers) {
  return withBank(bank, answer, async (adapter) => {
    const fetched = await adapter.fetchReceipt(identifiers, never);
    return fetched.kind === "document" ? adapter.parseReceipt(fetched.document, identifiers) : fetched;
  });
}

const ids = (reference: string, suffix: string | null = null) => ({ reference, suffix, phone: null });
const asked = {
  telebirr: ids("DB34K9WQ7X"),
  boa: ids("FT26151AB12C", "55541"),
  cbePdf: ids("FT26061K3WQ8", "34561111"),
  cbeJson: ids("v2-hfHCq8ZtLm3RkWd5XnB2"),
};
const file = (status: number, path: string, type: string) => answering(status, fixture(path), type);

describe("from a request to a receipt", () => {
  it.each<[string, BankCode, ReceiptIdentifiers, string, string, bigint]>([
    [
      "telebirr",
      "telebirr",
      asked.telebirr,
      "telebirr/fixtures/person-to-person.html",
      "/receipt/DB34K9WQ7X",
      125_000n,
    ],
    [
      "boa",
      "boa",
      asked.boa,
      "boa/fixtures/transfer.json",
      "/api/onlineSlip/getDetails/?id=FT26151AB12C55541",
      150_000n,
    ],
    [
      "cbe, by reference",
      "cbe",
      asked.cbePdf,
      "cbe/fixtures/transfer.pdf",
      "/?id=FT26061K3WQ834561111",
      113_400n,
    ],
    [
      "cbe, by token",
      "cbe",
      asked.cbeJson,
      "cbe/fixtures/v2-transfer.json",
      "/api/v1/transactions/public/transaction-detail/v2-hfHCq8ZtLm3RkWd5XnB2",
      50_000n,
    ],
  ])("asks %s at the bank's own path", async (_name, bank, identifiers, path, url, amount) => {
    const { paths, result } = await verify(bank, file(200, path, "application/octet-stream"), identifiers);
    expect(paths).toEqual([url]);
    expect(result).toMatchObject({ kind: "receipt", receipt: { amount } });
  });

  it("gives the same outcome each time, and leaves the document as it was", async () => {
    const adapter = await loadBankAdapter("cbe", {}, silent);
    const body = fixture("cbe/fixtures/transfer.pdf");
    const document = { contentType: "application/pdf", body };
    const first = await adapter.parseReceipt(document, asked.cbePdf);
    expect(await adapter.parseReceipt(document, asked.cbePdf)).toEqual(first);
    expect(body.equals(fixture("cbe/fixtures/transfer.pdf"))).toBe(true);
  });

  it("sends the headers of cbe's own page, without which it answers 400", async () => {
    const strict: AnswerRequest = (request, response) =>
      request.headers["x-app-id"] === "d1292e42-7400-49de-a2d3-9731caa4c819" &&
      request.headers["x-app-version"] === "0a01980b-9859-1369-8198-59f403820000"
        ? file(200, "cbe/fixtures/v2-transfer.json", "application/json")(request, response)
        : answering(400, "Missing Headers")(request, response);
    expect((await verify("cbe", strict, asked.cbeJson)).result.kind).toBe("receipt");
  });
});

describe("a receipt that does not exist", () => {
  it.each<[string, BankCode, ReceiptIdentifiers, AnswerRequest]>([
    [
      "telebirr's page",
      "telebirr",
      asked.telebirr,
      file(200, "telebirr/fixtures/not-found.html", "text/html"),
    ],
    [
      "boa's invalid reference",
      "boa",
      asked.boa,
      file(200, "boa/fixtures/unknown-reference.json", "application/json"),
    ],
    ["boa's empty body", "boa", asked.boa, file(200, "boa/fixtures/empty.json", "application/json")],
    ["cbe's 404 page", "cbe", asked.cbePdf, file(404, "cbe/fixtures/legacy-not-found.html", "text/html")],
    [
      "cbe's older JSON",
      "cbe",
      asked.cbePdf,
      file(200, "cbe/fixtures/legacy-not-found.json", "application/json"),
    ],
    [
      "cbe's 500 for a token",
      "cbe",
      asked.cbeJson,
      file(500, "cbe/fixtures/v2-unknown-token.json", "application/problem+json"),
    ],
    [
      "cbe's 500 for a late one",
      "cbe",
      asked.cbeJson,
      file(500, "cbe/fixtures/v2-not-indexed.json", "application/problem+json"),
    ],
    [
      "cbe's 404 for a token",
      "cbe",
      asked.cbeJson,
      file(404, "cbe/fixtures/v2-not-indexed.json", "application/problem+json"),
    ],
  ])("is told from %s", async (_how, bank, identifiers, answer) => {
    expect((await verify(bank, answer, identifiers)).result).toEqual({ kind: "not_found" });
  });
});

/** It is read in another thread: a bank may put a picture into its page and stay a bank that is understood. */
describe("a document longer than any that is known", () => {
  const filler = "A".repeat(100_000);
  const intoPage = (page: Buffer) => page.toString().replace("</body>", `<img src="${filler}"></body>`);
  const intoJson = (json: Buffer) => JSON.stringify({ ...JSON.parse(json.toString()), picture: filler });
  const behindPdf = (pdf: Buffer) => Buffer.concat([pdf, Buffer.from(`\n%${filler}\n%%EOF`)]);
  const mpesa = ids("UC25MN8R1T");

  it.each<[string, BankCode, ReceiptIdentifiers, string, (document: Buffer) => string | Buffer]>([
    ["a page", "telebirr", asked.telebirr, "telebirr/fixtures/person-to-person.html", intoPage],
    ["JSON", "boa", asked.boa, "boa/fixtures/transfer.json", intoJson],
    ["JSON round a PDF", "mpesa", mpesa, "mpesa/fixtures/person-to-person.json", intoJson],
    ["a PDF", "cbe", asked.cbePdf, "cbe/fixtures/transfer.pdf", behindPdf],
    ["nothing found", "telebirr", asked.telebirr, "telebirr/fixtures/not-found.html", intoPage],
    ["nothing found, in JSON", "boa", asked.boa, "boa/fixtures/unknown-reference.json", intoJson],
  ])("says the same: %s", async (_what, bank, identifiers, path, lengthen) => {
    const adapter = await loadBankAdapter(bank, {}, silent);
    const read = (body: string | Buffer) =>
      adapter.parseReceipt({ contentType: "", body: Buffer.from(body) }, identifiers);
    expect(await read(lengthen(fixture(path)))).toStrictEqual(await read(fixture(path)));
  });

  it("stays an outage where it tells of one", async () => {
    const adapter = await loadBankAdapter("mpesa", {}, silent);
    const answer = { responseCode: "1", responseDescription: "System is busy", base64Data: null };
    const body = Buffer.from(intoJson(Buffer.from(JSON.stringify(answer))));
    const reading = adapter.parseReceipt({ contentType: "", body }, mpesa);
    await expect(reading).rejects.toBeInstanceOf(BankUnavailable);
  });
});

describe("an answer that is no verdict", () => {
  it.each<
    [string, BankCode, ReceiptIdentifiers, AnswerRequest, typeof BankUnavailable | typeof ReceiptUnreadable]
  >([
    ["cbe's missing headers", "cbe", asked.cbeJson, answering(400, "Missing Headers"), ReceiptUnreadable],
    ["cbe's 400 for a token", "cbe", asked.cbeJson, answering(400, ""), BankUnavailable],
    [
      "cbe's 400 that says that there is none",
      "cbe",
      asked.cbeJson,
      file(400, "cbe/fixtures/v2-not-indexed.json", "application/problem+json"),
      BankUnavailable,
    ],
    [
      "cbe's 400 with a receipt",
      "cbe",
      asked.cbeJson,
      file(400, "cbe/fixtures/v2-transfer.json", "application/json"),
      BankUnavailable,
    ],
    ["cbe's 400 instead of a PDF", "cbe", asked.cbePdf, answering(400, ""), ReceiptUnreadable],
    ["cbe's 500 without its words", "cbe", asked.cbeJson, answering(500, "{}"), BankUnavailable],
    ["cbe's 502", "cbe", asked.cbeJson, answering(502, "Bad Gateway"), BankUnavailable],
    ["cbe's 404 for a token without a word", "cbe", asked.cbeJson, answering(404, ""), ReceiptUnreadable],
    ["cbe's 404 of a server", "cbe", asked.cbeJson, answering(404, "<h1>nginx</h1>"), ReceiptUnreadable],
    ["cbe's 404 in other words", "cbe", asked.cbePdf, answering(404, "<h1>nginx</h1>"), ReceiptUnreadable],
    [
      "cbe's page instead of a PDF",
      "cbe",
      asked.cbePdf,
      answering(200, "<h1>Welcome</h1>"),
      ReceiptUnreadable,
    ],
    ["cbe's 500 instead of a PDF", "cbe", asked.cbePdf, answering(500, ""), BankUnavailable],
    [
      "a PDF that is only called one",
      "cbe",
      asked.cbePdf,
      answering(200, "%PDF-1.3\nnothing\n%%EOF"),
      ReceiptUnreadable,
    ],
    ["boa's 404", "boa", asked.boa, answering(404, "{}"), ReceiptUnreadable],
    ["boa's page", "boa", asked.boa, answering(200, "<html></html>"), ReceiptUnreadable],
    ["boa's firewall", "boa", asked.boa, answering(403, "Forbidden"), BankUnavailable],
    [
      "telebirr's other page",
      "telebirr",
      asked.telebirr,
      answering(200, "<html>Welcome</html>"),
      ReceiptUnreadable,
    ],
    [
      "telebirr's page in broken UTF-8",
      "telebirr",
      asked.telebirr,
      answering(200, Buffer.from([0xe1, 0x8b])),
      ReceiptUnreadable,
    ],
    [
      "telebirr's nesting without end",
      "telebirr",
      asked.telebirr,
      answering(200, "<b>".repeat(600_000)),
      ReceiptUnreadable,
    ],
    ["telebirr's outage", "telebirr", asked.telebirr, answering(503, ""), BankUnavailable],
  ])("is told apart: %s", async (_what, bank, identifiers, answer, failure) => {
    await expect(verify(bank, answer, identifiers)).rejects.toBeInstanceOf(failure);
  });

  it("is a bank without an adapter, from the start", async () => {
    await expect(loadBankAdapter("zemen", {}, silent)).rejects.toThrow("there is no adapter for zemen");
  });

  it("is a wrong setting, from the start", async () => {
    await expect(loadBankAdapter("boa", { BANK_BOA_TIMEOUT_MS: "x" }, silent)).rejects.toThrow(
      "BANK_BOA_TIMEOUT_MS",
    );
  });
});
