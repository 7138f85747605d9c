import type { ReadIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { createDatedReference } from "../lone-reference.ts";
import { coreBankingReferenceDay } from "../reference-day.ts";

const hosts = ["receipt.amharabank.com.et", "transaction.amharabank.com.et"];
const hostSettings = ["BANK_AMHARA_BASE_URL"];

export const bank: BankDefinition = {
  code: "amhara",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    // The receipt's QR code.
    messages: [/"transactionId"\s?:\s?"FT[A-Z0-9]{10}"\s?,\s?"creditAccountNo"/i],
    mentions: [/\bAmhara Bank\b/i],
    // Two larger banks use references of this shape and require another identifier with them.
    likelihood: () => 0,
  },
  printed: {
    titles: ["amharabank"],
    references: [{ form: "FT#####*****", day: coreBankingReferenceDay, onlyIfNamed: true }],
  },
  numberPlaces: {
    en: {
      message: "It has a link with `trx=`. Copy the whole link.",
      app: "Send a picture of the QR code. The number begins with FT: with it, choose the bank too. Some payments within the bank have no receipt.",
      receipt: "Send its link.",
    },
    am: {
      message: "`trx=` ያለበት ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ።",
      app: "የኪውአር ኮዱን ፎቶ ይላኩ። ቁጥሩ በFT ይጀምራል፤ ከቁጥሩ ጋር ባንኩንም ይምረጡ። በባንኩ ውስጥ የሚደረጉ አንዳንድ ክፍያዎች ደረሰኝ የላቸውም።",
      receipt: "ሊንኩን ይላኩ።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_AMHARA",
      bankSetting: "BANK_AMHARA",
      title: "Amhara Bank receipts",
      baseUrl: "https://transaction.amharabank.com.et",
      timeoutMs: 15_000,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "FT26278AM4T1" }),
  paysToOtherBanks: true,
};

function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createDatedReference(isKnownHost, {
    shape: /^FT\d{5}[A-Z0-9]{5}$/,
    inText: /(?<![A-Za-z0-9])FT\d{5}[A-Z0-9]{5}(?![A-Za-z0-9])/gi,
    expectedReference:
      "must be an Amhara Bank reference such as FT26278AM4T1, or the receipt's link, SMS or QR code",
    // `/?trx=FT…` is the page in the SMS, `/FT…` the address that the page loads.
    inLink: ({ pathname, searchParams }) =>
      pathname === "/" ? (searchParams.get("trx") ?? undefined) : pathname.slice(1),
    referenceDay: coreBankingReferenceDay,
    dayCharacters: "its first five digits",
  });
}
