import { bankExamples, type SampleIdentifiers } from "@receipts/banks";
import {
  type BankExample,
  bankTitle,
  exampleRoutes as contracts,
  type Decision,
  type SampleOutcome,
  type SupportedBankCode,
  sampleOutcomes,
  supportedBankCodes,
} from "@receipts/contracts";
import { sendWholeList } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";

const meanings: Readonly<Record<SampleOutcome, string>> = {
  success: "a genuine receipt of a completed payment",
  notFound: "the bank knows no such receipt",
  reversed: "the payment was reversed; not found at banks whose receipts do not say so",
  down: "the bank's host fails: no verdict, and the credit comes back",
  slow: "the bank answers after five seconds",
  unrecognizable: "a page that is no receipt: no verdict, and the credit comes back",
};

/** Goods are delivered only for verified receipts. */
const decisions = {
  success: "accept",
  slow: "accept",
  notFound: "reject",
  reversed: "reject",
  down: "wait",
  unrecognizable: "wait",
} as const satisfies Record<SampleOutcome, Decision>;

export interface ExampleRouteDeps {
  readonly publicBaseUrl: string;
  /** False for real banks: they do not know the sandbox's numbers, and each query would cost a credit. */
  readonly hasSandbox: boolean;
}

export function exampleRoutes({ publicBaseUrl, hasSandbox }: ExampleRouteDeps): MountedRoute[] {
  const examples = supportedBankCodes
    .map((bank) => exampleOf(bank, `${publicBaseUrl}/api/verify`))
    .map((example) => (hasSandbox ? example : { ...example, sandbox: [] }));
  return [
    {
      contract: contracts.listExamples,
      handler: (_request, response) => {
        sendWholeList(response, "Examples", examples);
      },
    },
  ];
}

function exampleOf(bank: SupportedBankCode, url: string): BankExample {
  const samples = bankExamples(bank);
  const bodyOf = (identifiers: SampleIdentifiers) => ({ bank, ...identifiers });
  const body = bodyOf(samples.success);
  return {
    bank,
    title: bankTitle(bank),
    request: { method: "POST", url, body },
    curl: [
      "curl -X POST",
      quoted(`${url}?waitMs=15000`),
      "-H 'x-api-key: YOUR_API_KEY' -H 'content-type: application/json' -d",
      quoted(JSON.stringify(body)),
    ].join(" "),
    sandbox: sampleOutcomes.map((outcome) => ({
      outcome,
      description: meanings[outcome],
      body: bodyOf(samples[outcome]),
      decision: decisions[outcome],
    })),
  };
}

/** Quotes any text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
