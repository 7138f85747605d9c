interface Tag {
  readonly name: string;
  readonly description: string;
}

/** In the order in which a newcomer needs them. */
export const verificationTags = [
  { name: "Verification", description: "Submit a receipt, wait for its verdict or read it later" },
  { name: "Webhooks", description: "What the service sends to you, and how to have it sent again" },
  { name: "Bank accounts", description: "Your accounts, with which the receiver of a receipt is compared" },
  { name: "Credits", description: "One credit a verification: balance, ledger, buying" },
  { name: "Deposits", description: "Deposits of the checkout surface, for people who have signed in" },
  { name: "Reports", description: "Requests counted by bank, status and day" },
  { name: "Uptime", description: "Whether the banks answer" },
  { name: "Profile", description: "The account, its default webhook, its signing secret and its logo" },
  { name: "API keys", description: "Keys of this surface, made and revoked by people who have signed in" },
  { name: "Checkout keys", description: "Keys of the checkout surface" },
  { name: "Session", description: "Signing up, in and out, for the dashboard" },
  { name: "Audit", description: "Who changed what on the account" },
  { name: "Documentation", description: "Examples to try, and this document" },
  { name: "Health", description: "For balancers and Prometheus" },
] as const satisfies readonly Tag[];

export const checkoutTags = [
  { name: "Deposits", description: "Ask for a payment, follow it, cancel it" },
  { name: "Events", description: "What happened to deposits, to be read without holes" },
  { name: "Webhooks", description: "The same events as they are sent to you" },
  { name: "Documentation", description: "This document" },
] as const satisfies readonly Tag[];
