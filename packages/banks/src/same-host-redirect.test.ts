import { respondWith, startLocalBank, testEndpoint } from "../test/local-bank.ts";
import { ReceiptUnreadable, UnexpectedResponse } from "./bank-failure.ts";
import { createBankHttpClient } from "./bank-http-client.ts";

const receipt = { path: "/0", documentStatuses: [200], signal: new AbortController().signal };

/** Redirects every path in the list to its location, and responds to the others. */
function startRedirecting(locations: Readonly<Record<string, string>>, status = 302) {
  return startLocalBank((request, response) => {
    const location = locations[request.url ?? ""];
    if (location === undefined) respondWith(200, `at ${request.url}`)(request, response);
    else response.writeHead(status, { location }).end("moved");
  });
}

const clientOf = (url: string) =>
  createBankHttpClient(testEndpoint, { BANK_TEST_BASE_URL: url }, () => undefined);

describe("a redirect within the bank's own host", () => {
  it.each([301, 302, 303, 307, 308])("is followed with status %i", async (status) => {
    await using bank = await startRedirecting({ "/0": "/1?x=1" }, status);
    const { document } = await clientOf(bank.url)(receipt);
    expect(Buffer.from(document.body).toString()).toBe("at /1?x=1");
  });

  it("may name the host in full, and carries the same headers", async () => {
    const locations: Record<string, string> = {};
    await using bank = await startRedirecting(locations);
    locations["/0"] = `${bank.url}/1`;
    await clientOf(bank.url)({ ...receipt, headers: { "X-App-ID": "1" } });
    expect(bank.requests.map(({ url, headers }) => [url, headers["x-app-id"]])).toEqual([
      ["/0", "1"],
      ["/1", "1"],
    ]);
  });

  it("is followed at most three times", async () => {
    await using bank = await startRedirecting({ "/0": "/1", "/1": "/2", "/2": "/3" });
    expect(await clientOf(bank.url)(receipt)).toMatchObject({ status: 200 });
    await using circle = await startRedirecting({ "/0": "/0" });
    await expect(clientOf(circle.url)(receipt)).rejects.toBeInstanceOf(ReceiptUnreadable);
    expect(circle.requests).toHaveLength(4);
  });
});

describe("a redirect to another host", () => {
  /** A server at the bank's address must not redirect us into the operator's own network. */
  it.each([
    ["another port", (bank: URL, other: URL) => `http://${bank.hostname}:${other.port}/1`],
    ["another name of the same machine", (bank: URL) => `http://localhost:${bank.port}/1`],
    ["another scheme", (bank: URL) => `https://${bank.host}/1`],
    ["another host without a scheme", (_bank: URL, other: URL) => `//${other.host}/1`],
    ["the host after another's name", (bank: URL, other: URL) => `http://${bank.host}@${other.host}/1`],
    ["the host with a password", (bank: URL) => `http://a:b@${bank.host}/1`],
    ["a file", () => "file:///etc/hosts"],
  ])("is not followed: %s", async (_where, locate) => {
    await using other = await startLocalBank(respondWith(200, "a receipt"));
    const locations: Record<string, string> = {};
    await using bank = await startRedirecting(locations);
    locations["/0"] = locate(new URL(bank.url), new URL(other.url));
    await expect(clientOf(bank.url)(receipt)).rejects.toBeInstanceOf(ReceiptUnreadable);
    expect(bank.requests).toHaveLength(1);
    expect(other.requests).toEqual([]);
  });

  /** The runbook sends an operator to this message: the bank may have moved. */
  it("shows its target to an operator, and keeps the receipt out of the log message", async () => {
    await using bank = await startRedirecting({ "/0": "https://new.bank.example/receipt/DC25MN8R1T" }, 308);
    const failure = await clientOf(bank.url)(receipt).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnexpectedResponse);
    const { message, document } = failure as UnexpectedResponse;
    expect(message).toBe("the bank redirects to another host (https://new.bank.example)");
    expect(Buffer.from(document.body).toString()).toBe(
      "HTTP status 308\nLocation: https://new.bank.example/receipt/DC25MN8R1T\n",
    );
  });

  it("is rejected without a target", async () => {
    await using bank = await startLocalBank((_request, response) => response.writeHead(302).end());
    await expect(clientOf(bank.url)(receipt)).rejects.toBeInstanceOf(ReceiptUnreadable);
  });
});
