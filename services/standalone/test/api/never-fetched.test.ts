import { type AddressInfo, createServer } from "node:net";
import { type BankSamples, sampleReferences } from "@receipts/bank-sandbox";
import { supportedBankCodes } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { aReference, system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
let trap: Trap;
useSystem();
beforeAll(async () => {
  trap = await openTrap();
  account = await system.account({ credits: 10_000 });
});
afterAll(() => trap.close());

const samples: Readonly<Record<string, BankSamples>> = sampleReferences;

/** The paths of the banks' receipts. */
const receiptPaths = [
  "/?id=FT26061K3WQ834561111",
  "/BranchReceipt/FT26061K3WQ8&34561111",
  "/v2-hfHCq8ZtLm3RkWd5XnB2",
  "/slip/?trx=FT26061QM4T158203",
  "/receipt/DC25MN8R1T",
  "/receipt/UC25MN8R1T",
  "/aureceipt?TID=DC21MN8R1T4&PH=251900000111",
  "/receipt/387WDTS260610A1B",
  "/-2K9P4PDDU1-4Q7C3H",
  "/generate/B41K7TR262260352",
  "/kaafimf/qW3r_T9yU1oP-a5SdF7gHQ",
  "/kaafimf-Ebirr/receipt/2034000000000",
];

const referenceFields = ["reference", "referenceNumber", "transactionNumber", "receiptNumber"];
const otherFields = ["suffix", "accountSuffix", "phone", "phoneNumber", "settlementAccount", "bank"];

/**
 * A sender whose link we fetch could reach our network, or give us a receipt that no bank has issued. `webhookUrl` is
 * left out: it is the only link that is called on purpose.
 */
describe("a link to the sender's own server is never called", () => {
  it.each(["http://", "https://", "https://transactioninfo.ethiotelecom.et@", ""])(
    "in any field, as %s…",
    async (start) => {
      const links = ["/", ...receiptPaths].map((path) => `${start}127.0.0.1:${trap.port}${path}`);
      const accepted: string[] = [];
      for (const body of links.flatMap(submissionsWith)) {
        const response = await system.verify(account, body);
        expect([200, 202, 422]).toContain(response.status);
        if (response.status !== 422) accepted.push(response.body.requestId);
      }
      // Links beside a reference, and in fields that the bank does not use.
      expect(accepted.length).toBeGreaterThan(links.length);
      const what = "the end of every verification";
      await until(async () => (await unfinished()) === 0, { what });
      expect(trap.connections()).toBe(0);
    },
  );

  it("is detected if it is called", async () => {
    await fetch(`http://127.0.0.1:${trap.port}/`).catch(() => undefined);
    expect(trap.connections()).toBe(1);
  });
});

/** Returns bodies with the link in each field, alone and beside valid values, with and without a bank. */
function submissionsWith(link: string): readonly object[] {
  const beside = `${aReference()} ${link}`;
  const inReference = [
    ...referenceFields.map((field) => ({ [field]: link })),
    { reference: beside },
    { bank: "telebirr", transactionNumber: beside },
  ];
  const inAllBanks = supportedBankCodes.map((bank) => ({ bank, reference: link, suffix: link, phone: link }));
  const elsewhere = otherFields.flatMap((field) => [
    { reference: aReference(), [field]: link },
    { bank: "telebirr", reference: aReference(), [field]: link },
    { bank: "cbe", ...samples["cbe"]?.success, [field]: link },
  ]);
  return [...inReference, ...inAllBanks, ...elsewhere];
}

async function unfinished(): Promise<number> {
  const rows = await system.sql(
    "select count(*)::int as n from verification_requests where completed_at is null",
  );
  return rows[0].n;
}

interface Trap {
  readonly port: number;
  connections(): number;
  close(): Promise<void>;
}

/** Starts a server that counts connections and closes them. */
async function openTrap(): Promise<Trap> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
