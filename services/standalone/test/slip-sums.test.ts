import { type ReceiptIdentifiers, ReceiptUnreadable, readIdentifiers } from "@receipts/banks";
import { loadBankAdapter } from "@receipts/banks/adapters";
import { type BankCode, formatSantim, type Santim } from "@receipts/contracts";
import fc from "fast-check";
import { type Payment, totalPaid } from "../../bank-sandbox/src/payments/payment.ts";
import type { ReceiptEndpoint, SandboxBank } from "../../bank-sandbox/src/sandbox-bank.ts";
import { sandboxBanks } from "../../bank-sandbox/src/sandbox-banks.ts";

/** Fixed sums and parts of the amount, as in the banks' tariffs, in santim. */
const fees = fc.oneof(
  fc.constantFrom(0n, 50n, 100n, 174n, 200n, 435n, 500n, 870n, 1_000n, 1_120n, 1_500n, 5_000n),
  fc.bigInt({ min: 1n, max: 100_000n }),
);
const roundings = fc.constantFrom(99n, 50n);
const slips = fc
  .record({
    amount: fc.bigInt({ min: 1n, max: 1_000_000_000n }),
    fee: fees,
    rounding: fc.tuple(roundings, roundings),
    hasLevy: fc.boolean(),
  })
  .map(({ amount, fee, rounding: [ofVat, ofLevy], hasLevy }) => ({
    amount,
    charges: {
      service: fee,
      vat: (fee * 15n + ofVat) / 100n,
      levy: hasLevy ? (fee * 5n + ofLevy) / 100n : 0n,
    },
  }));

const paidAt = new Date("2026-11-03T09:21:14.000Z");

function paymentOf(
  { code, placeOrder, receiver }: SandboxBank,
  slip: Pick<Payment, "amount" | "charges">,
): Payment {
  const ordered = placeOrder({
    ...{ amount: slip.amount, paidAt, senderName: "Abebe Kebede Tesfaye" },
    ...{ receiverAccount: receiver.account, receiverName: receiver.name },
  });
  if (ordered.kind === "refused") throw new Error(`${code} refused the order`);
  return { ...ordered.payment, charges: slip.charges };
}

/** The links that open a payment's documents. */
function identifiersOf({ code, handOut }: SandboxBank, payment: Payment): readonly ReceiptIdentifiers[] {
  const { receiptUrl, shareUrl } = handOut(payment);
  return [receiptUrl, shareUrl].flatMap((reference) => {
    const read = reference === undefined ? undefined : readIdentifiers(code)?.({ reference });
    return read?.kind === "valid" ? [read.identifiers] : [];
  });
}

const documents = sandboxBanks.flatMap((bank) =>
  bank.endpoints.map((endpoint) => [`${bank.code} ${endpoint.path}`, bank, endpoint] as const),
);

async function readAs(code: BankCode, body: string | Uint8Array, identifiers: readonly ReceiptIdentifiers[]) {
  const adapter = await loadBankAdapter(code, {}, { warn: () => undefined });
  const document = { contentType: "", body: Buffer.from(body) };
  const tried = await Promise.allSettled(
    identifiers.map(async (each) => await adapter.parseReceipt(document, each)),
  );
  const read = tried.find((each) => each.status === "fulfilled");
  if (read !== undefined) {
    const outcome = read.value;
    return outcome.kind === "receipt" ? outcome.receipt.amount : undefined;
  }
  throw tried.find((each) => each.status === "rejected")?.reason;
}

const written = (amount: bigint) => formatSantim(amount as Santim);
const withCommas = (amount: bigint) => written(amount).replace(/\B(?=(?:\d{3})+\.)/g, ",");

/** The document with another total. Undefined if it prints none as text. */
async function withTotal(
  endpoint: ReceiptEndpoint,
  payment: Payment,
  off: bigint,
): Promise<string | undefined> {
  const { body } = await endpoint.render(payment);
  if (typeof body !== "string") return undefined;
  const total = totalPaid(payment);
  const changed = [withCommas, written].reduce(
    (text, form) => text.replaceAll(new RegExp(`(?<![\\d.,])${form(total)}(?!\\d)`, "g"), form(total + off)),
    body,
  );
  return changed === body ? undefined : changed;
}

const sample = { amount: 123_456n, charges: { service: 1_000n, vat: 150n, levy: 0n } };
const withTotals: (typeof documents)[number][] = [];
for (const document of documents) {
  const [, bank, endpoint] = document;
  if ((await withTotal(endpoint, paymentOf(bank, sample), 3n)) !== undefined) withTotals.push(document);
}

describe("a slip of any sum", () => {
  it.each(documents)(
    "is read with its fee, VAT and levy, however rounded: %s",
    async (_name, bank, endpoint) => {
      await fc.assert(
        fc.asyncProperty(slips, async (slip) => {
          const payment = paymentOf(bank, slip);
          const { body } = await endpoint.render(payment);
          expect(await readAs(bank.code, body, identifiersOf(bank, payment))).toBe(slip.amount);
        }),
        { numRuns: 40 },
      );
    },
  );

  it.each(withTotals)(
    "is refused with a total that is three santim off and more: %s",
    async (_name, bank, endpoint) => {
      const others = fc.record({ slip: slips, off: fc.bigInt({ min: 3n, max: 100_000n }) });
      await fc.assert(
        fc.asyncProperty(others, async ({ slip, off }) => {
          const payment = paymentOf(bank, { ...slip, charges: { ...slip.charges, levy: 0n } });
          const { service } = slip.charges;
          // A total that holds the levy is right.
          fc.pre(service > 0n && (100n * off > 5n * service + 300n || 100n * off < 5n * service - 300n));
          const body = await withTotal(endpoint, payment, off);
          fc.pre(body !== undefined);
          await expect(readAs(bank.code, body ?? "", identifiersOf(bank, payment))).rejects.toThrow(
            ReceiptUnreadable,
          );
        }),
        { numRuns: 25 },
      );
    },
  );
});
