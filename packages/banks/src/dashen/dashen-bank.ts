import type { ReadIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { createDatedReference } from "../lone-reference.ts";
import { branchReferenceDay } from "../reference-day.ts";
import { isUnsupportedReference } from "../unsupported-banks.ts";

/** Old messages have the two super app hosts. Those no longer respond, and their references work on the new host. */
const hosts = ["receipts.dashenbanksc.com", "receipt.dashensuperapp.com", "api.dashensuperapp.com"];

const hostSettings = ["BANK_DASHEN_BASE_URL"];

export const bank: BankDefinition = {
  code: "dashen",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\bthank you for using Dashen Super ?App\b/i],
    mentions: [/\bDashen (?:Super ?App|Bank)\b/i],
    bic: "DASHETAA",
    likelihood: ({ reference }) => (isUnsupportedReference(reference) ? 0 : 2),
  },
  printed: {
    titles: ["dashenbank", "dashensuperapp"],
    references: [
      {
        form: "*##@@@@#####****",
        day: (reference) => (isUnsupportedReference(reference) ? undefined : branchReferenceDay(reference)),
      },
    ],
  },
  numberPlaces: {
    en: {
      message: "It has a link. Copy the whole link.",
      app: "The number is beside `FT Ref` and has 16 letters and digits. The longer `Transaction Ref` and the code of the last screen do not work.",
      receipt: "The number is beside `Transaction Reference`. The link works too.",
    },
    am: {
      message: "ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ።",
      app: "ቁጥሩ `FT Ref` ከሚለው አጠገብ ነው፤ 16 ፊደላትና አሃዞች አሉት። ረጅሙ `Transaction Ref` እና በመጨረሻው ገጽ ላይ ያለው ኮድ አይሠሩም።",
      receipt: "ቁጥሩ `Transaction Reference` ከሚለው አጠገብ ነው። ሊንኩም ይሠራል።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_DASHEN",
      bankSetting: "BANK_DASHEN",
      title: "Dashen Bank receipt pages",
      baseUrl: "https://receipts.dashenbanksc.com",
      // A slow host: responses after 8 s and more occur.
      timeoutMs: 15_000,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "387WDTS262780A7B" }),
};

function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createDatedReference(isKnownHost, {
    shape: /^[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}$/,
    inText: /(?<![A-Za-z0-9])[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}(?![A-Za-z0-9])/gi,
    expectedReference:
      "must be a Dashen Bank reference of 16 letters and digits such as 387WDTS260610A1B (FT Ref, not the longer Transfer Reference), or the receipt's link or SMS",
    inLink: ({ pathname }) => inPath(pathname),
    referenceDay: branchReferenceDay,
    dayCharacters: "the five digits after its letters",
  });
}

/** The receipt's page, and the PDF that the app used to link: `/receipts/Within-Dashen-Transfer-{reference}.pdf`. */
function inPath(path: string): string | undefined {
  const [, page, pdf] =
    /^\/(?:receipt\/([A-Za-z0-9]{16})|receipts\/[A-Za-z-]{0,60}-([A-Za-z0-9]{16})\.pdf)(?![A-Za-z0-9])/i.exec(
      path,
    ) ?? [];
  return page ?? pdf;
}
