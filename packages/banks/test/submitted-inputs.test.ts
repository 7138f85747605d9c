import { type BankCode, supportedBankCodes } from "@receipts/contracts";
import { hasRealReceipts, realReceipt } from "@receipts/testing";
import { createBankDetection, type IdentifierResult, readIdentifiers } from "../src/index.ts";
import { asSubmitted } from "./submitted-inputs.ts";
import { accountInputs } from "./submitted-inputs-accounts.ts";
import { receiptPageInputs } from "./submitted-inputs-receipt-pages.ts";
import {
  detectedButRefused,
  gluedInputs,
  otherPartysBank,
  refusedInputs,
  undetectedInputs,
  unsupportedInputs,
} from "./submitted-inputs-refused.ts";
import { walletInputs } from "./submitted-inputs-wallets.ts";

const detect = createBankDetection({});
const accepted = [...accountInputs, ...walletInputs, ...receiptPageInputs];

describe.each(accepted)(
  "$identifiers.reference of $bank",
  ({ bank, identifiers, inputs, onlyWithBank = [] }) => {
    const read = readIdentifiers(bank);
    const result = { kind: "valid", identifiers };

    it.each(inputs)("is read, and the bank detected: %s", (_how, input) => {
      const submitted = asSubmitted(input);
      expect(read?.(submitted)).toEqual(result);
      expect(detect(submitted)).toEqual({ kind: "detected", bank, result });
    });

    if (onlyWithBank.length > 0) {
      it.each(onlyWithBank)("is read only if the bank is stated: %s", (_how, input) => {
        const submitted = asSubmitted(input);
        expect(read?.(submitted)).toEqual(result);
        expect(detect(submitted)).not.toMatchObject({ bank });
      });
    }
  },
);

describe.each(refusedInputs)("stated as $bank", ({ bank, inputs, wayOut = /./ }) => {
  it.each(inputs)("is rejected, with the faulty fields and the fix: %s", (_what, input, fields) => {
    const result = readIdentifiers(bank)?.(asSubmitted(input));
    expect(result).toEqual({
      kind: "invalid",
      faults: fields.map((field) => ({ field, message: expect.stringMatching(wayOut) })),
    });
  });
});

describe.each(detectedButRefused)("detected as $bank", ({ bank, inputs }) => {
  it.each(inputs)("is rejected, with the faulty fields: %s", (_what, input, fields) => {
    const detection = detect(asSubmitted(input));
    expect(detection).toMatchObject({ kind: "detected", bank });
    expect(detection.kind === "detected" && faultyFields(detection.result)).toEqual(fields);
  });
});

describe("a link to the host configured in place of the bank's", () => {
  const local = "http://127.0.0.1:8090";

  it.each<[BankCode, setting: string, link: string]>([
    ["cbe", "BANK_CBE_BASE_URL", `${local}/v2-hfHCq8ZtLm3RkWd5XnB2`],
    ["cbe", "BANK_CBE_LEGACY_BASE_URL", `${local}/?id=FT26061K3WQ834561111`],
    ["boa", "BANK_BOA_BASE_URL", `${local}/slip/?trx=FT26061QM4T158203`],
    ["telebirr", "BANK_TELEBIRR_BASE_URL", `${local}/receipt/DC25MN8R1T`],
    ["mpesa", "BANK_MPESA_BASE_URL", `${local}/receipt/UC25MN8R1T`],
    ["cbebirr", "BANK_CBEBIRR_BASE_URL", `${local}/aureceipt?TID=DC21MN8R1T4&PH=251900000111`],
    ["dashen", "BANK_DASHEN_BASE_URL", `${local}/receipt/387WDTS260610A1B`],
    ["awash", "BANK_AWASH_BASE_URL", `${local}/-2K9P4PDDU1-4Q7C3H`],
    ["siinqee", "BANK_SIINQEE_BASE_URL", `${local}/generate/B41K7TR262260352`],
    ["wegagen", "BANK_WEGAGEN_BASE_URL", `${local}/sms_wega/txn/204TBAW2622603521002DAAT`],
    ["amhara", "BANK_AMHARA_BASE_URL", `${local}/FT26226M4T8Z`],
    ["kaafiebirr", "BANK_KAAFIEBIRR_BASE_URL", `${local}/kaafimf/qW3r_T9yU1oP-a5SdF7gHQ`],
    ["kaafiebirr", "BANK_KAAFIEBIRR_TRANSFER_BASE_URL", `${local}/kaafimf-Ebirr/receipt/2034000000000`],
  ])("%s: is read, and the bank detected, only if %s names the host", (bank, setting, reference) => {
    expect(readIdentifiers(bank, { [setting]: local })?.({ reference })).toMatchObject({ kind: "valid" });
    expect(createBankDetection({ [setting]: local })({ reference })).toMatchObject({
      kind: "detected",
      bank,
    });
    expect(readIdentifiers(bank)?.({ reference })).toMatchObject({ kind: "invalid" });
  });
});

describe("a receipt of another tenant of Kaafi's host", () => {
  const token = "qW3r_T9yU1oP-a5SdF7gHQ";
  const sms =
    "[-EBIRR-COOPay-] Ref: 2580000000 Confirmed. ETB140 Received from LENSA (980000000), Date: 27/07/26 15:23:10, your new A/C balance is ETB280.09 ";

  it.each([
    ["coopay", `${sms}https://receipt.ebirr.com/coopay/${token}`],
    ["COOPay", sms],
    ["nib", `https://receipt.ebirr.com/nib/${token}`],
    ["siinqee", `receipt.ebirr.com/siinqee/${token}`],
    ["coopay", "https://transactioninfo.ebirr.com/coopay-Ebirr/receipt/2034000000000"],
  ])("is rejected with the tenant's name: %s", (tenant, reference) => {
    expect(readIdentifiers("kaafiebirr")?.({ reference })).toEqual({
      kind: "invalid",
      faults: [{ field: "reference", message: expect.stringContaining(`(${tenant})`) }],
    });
  });

  it.each(["", "  "])("counts as no phone, which is optional", (phone) => {
    expect(readIdentifiers("kaafiebirr")?.({ reference: token, phone })).toMatchObject({
      identifiers: { phone: null },
    });
  });
});

/** 2,000 characters of any text must not keep a gateway busy. */
describe.each(supportedBankCodes)("a text made to take %s long", (bank) => {
  it.each([
    "https://".repeat(250),
    "a.".repeat(1_000),
    "-".repeat(2_000),
    ".".repeat(1_999),
    "DC2 ".repeat(500),
    "transfer id ".repeat(160),
    "[-ebirr-".repeat(240),
    "0 ".repeat(1_000),
  ])("is refused", (text) => {
    expect(readIdentifiers(bank)?.({ reference: text, suffix: text, phone: text })).toMatchObject({
      kind: "invalid",
    });
  });
});

describe("without a bank", () => {
  it.each(undetectedInputs)("%s is not detected as one bank's", (_what, input, candidates) => {
    expect(detect(asSubmitted(input))).toMatchObject({ kind: "undetected", candidates });
  });

  it("an FT reference matches two banks, and the result names the deciding fields", () => {
    expect(detect({ reference: "FT26061K3WQ8" })).toMatchObject({
      kind: "undetected",
      candidates: ["cbe", "boa"],
      missing: [
        { field: "suffix", message: expect.stringContaining("8 digits") },
        { field: "suffix", message: expect.stringContaining("5 digits") },
      ],
    });
  });

  it.each(unsupportedInputs)("%s is reported as a receipt of an unsupported bank", (_what, input, bank) => {
    expect(detect(asSubmitted(input))).toMatchObject({ kind: "unsupported", bank, candidates: [] });
  });

  it.each(gluedInputs)(
    "a message of another bank holds a number of ours: %s",
    (_what, text, bank, reference) => {
      expect(detect({ reference: text })).toMatchObject({
        kind: "unsupported",
        candidates: [{ bank, reference }],
      });
    },
  );

  it.each(otherPartysBank)("another party's bank changes nothing: %s", (_what, text, bank) => {
    expect(detect({ reference: text })).toMatchObject({ kind: "detected", bank });
  });

  (hasRealReceipts ? it : it.skip).each(["ahadu", "bunna", "siket"])(
    "every message of %s is reported as such",
    (bank) => {
      const messages = realReceipt(`sms/${bank}.txt`)
        .toString()
        .split(/^----$/m)
        .map((message) => message.replaceAll(/^#.*\n/gm, "").trim());
      for (const reference of messages)
        expect([reference, detect({ reference })]).toEqual([
          reference,
          expect.objectContaining({
            kind: "unsupported",
            bank: expect.stringMatching(new RegExp(`^${bank}`, "i")),
          }),
        ]);
    },
  );

  /** Otherwise the response would ask for a bank, and mention the text's length together with it. */
  it.each(["reference", "suffix"] as const)("a %s that is too long is reported as such", (field) => {
    expect(detect({ [field]: `${"x".repeat(2_001)} DC25MN8R1T` })).toMatchObject({
      kind: "undetected",
      missing: [{ field, message: expect.stringContaining("2,000") }],
    });
  });
});

/** The table is a promise to callers who paste: it may grow but not shrink. */
it("has the promised number of inputs, and every bank", () => {
  const counted = accepted.flatMap(({ inputs, onlyWithBank = [] }) => [...inputs, ...onlyWithBank]);
  const refused = [...refusedInputs, ...detectedButRefused].flatMap(({ inputs }) => inputs);
  expect(counted.length).toBeGreaterThanOrEqual(120);
  expect(refused.length + undetectedInputs.length).toBeGreaterThanOrEqual(20);
  const banks = new Set(supportedBankCodes);
  expect(new Set(accepted.map(({ bank }) => bank))).toEqual(banks);
  expect(new Set(refusedInputs.map(({ bank }) => bank))).toEqual(banks);
});

function faultyFields(result: IdentifierResult | undefined): readonly string[] | undefined {
  return result?.kind === "invalid" ? result.faults.map(({ field }) => field) : undefined;
}
