interface Tag {
  readonly name: string;
  readonly description: string;
}

/** In the order in which a new integrator needs them. */
export const verificationTags = [
  { name: "Verification", description: "Submit a receipt, then wait for its verdict or read it later." },
  { name: "Batches", description: "A list of receipts as one job: progress, results, CSV." },
  { name: "Payments", description: "What was paid, by whom and when: search, filters, CSV, saved views." },
  {
    name: "Reconciliation",
    description: "Statements of a bank, compared line by line with confirmed payments.",
  },
  { name: "Webhooks", description: "Notifications to your server: deliveries, redelivery and recovery." },
  {
    name: "Bank accounts",
    description: "Your accounts, with which the receiver of each receipt is compared.",
  },
  {
    name: "Credits",
    description: "Balance, ledger and purchase of credits. One verification costs one credit.",
  },
  { name: "Deposits", description: "Payments of the checkout surface, for signed-in people." },
  { name: "Reports", description: "Requests counted by bank, verdict and day." },
  { name: "Uptime", description: "State and availability of the banks." },
  { name: "Profile", description: "The account with its default webhook, signing secret and logo." },
  { name: "Branches and tills", description: "Places of the account, their devices and their cashiers." },
  { name: "Counter", description: "The cashier's page on an enrolled device: sign-in by PIN, and verdicts." },
  { name: "API keys", description: "Keys of the verification surface, managed by signed-in people." },
  { name: "Checkout keys", description: "Keys of the checkout surface, managed by signed-in people." },
  { name: "Session", description: "Registration, sign-in and passwords, for the dashboard." },
  { name: "Team", description: "The people of the account, their roles, and invitations by mail." },
  { name: "Audit", description: "Log of every act on the account." },
  { name: "Documentation", description: "Examples for every bank, and this document." },
  { name: "Health", description: "Probes for load balancers, and metrics for Prometheus." },
] as const satisfies readonly Tag[];

export const checkoutTags = [
  { name: "Deposits", description: "Create, follow, resolve and cancel a payment by bank transfer." },
  { name: "Events", description: "A complete, ordered list of changes to deposits." },
  { name: "Webhooks", description: "The same events, sent to your server." },
  { name: "Documentation", description: "This document, for generators." },
] as const satisfies readonly Tag[];
