import { bankTitle, formatSantim, isId } from "@receipts/contracts";
import { inTransaction, type Pool } from "@receipts/database";
import type { Command } from "commander";
import { createChangeDeposit } from "../checkout/deposits/change-deposit.ts";
import { type DepositRow, santimOf } from "../checkout/deposits/deposit-row.ts";
import { resolveDeposit } from "../checkout/deposits/resolve-deposit.ts";
import { completePurchase } from "../purchases/complete-purchase.ts";
import type { AdminDeps, WithPool } from "./admin-pool.ts";
import { recordByOperator, thisOperator } from "./operator.ts";
import { parseDecision } from "./option-parsers.ts";

interface ResolveOptions {
  readonly decision: "accept" | "reject";
  readonly request?: string;
  readonly note?: string;
}

/** Commands for credit purchases whose receipt does not prove that this service was paid. */
export function addPurchaseCommands(credits: Command, deps: AdminDeps, withPool: WithPool): void {
  const purchases = credits
    .command("purchases")
    .description("decide about credit purchases with a receipt in doubt");
  purchases
    .command("list")
    .description("list purchases that wait for a decision, oldest first")
    .action(() =>
      withPool(async ({ pool }) => {
        await recordByOperator(pool, "credit_purchase.listed");
        const held = await findHeldPurchases(pool);
        for (const purchase of held) deps.print(describe(purchase));
        if (held.length === 0) deps.print("No purchases wait for a decision");
      }),
    );
  purchases
    .command("resolve")
    .description("accept the payment and add the credits, or reject the receipt")
    .argument("<id>", "id of the purchase: dep_…")
    .requiredOption("--decision <decision>", "accept or reject", parseDecision)
    .option("--request <id>", "ver_… of the receipt in review, as listed; omit it if there is none")
    .option("--note <text>", "reason, for later questions; required to accept a purchase without a receipt")
    .action((id: string, { decision, request, note }: ResolveOptions) =>
      withPool(async ({ pool }) => {
        const { userId, checkoutBaseUrl } = await requirePurchase(pool, id);
        const changeDeposit = createChangeDeposit({
          checkoutBaseUrl,
          onEvent: () => undefined,
          onConfirmed: completePurchase,
        });
        const { status } = await inTransaction(pool, (client) =>
          resolveDeposit(client, changeDeposit, {
            // The operator decides at the command line, with the note that it demands.
            requireFreshPerson: () => undefined,
            userId,
            depositId: id,
            actor: thisOperator(),
            body: { decision, verificationRequestId: request ?? null, ...(note !== undefined && { note }) },
            // No API call caused it; the audit log names the operator.
            cause: { requestId: `admin-${id}`, traceparent: null },
          }),
        );
        deps.print(`${id} is ${status}`);
      }),
    );
}

interface HeldPurchase extends Pick<DepositRow, "id" | "amount" | "review" | "reviewExpiresAt"> {
  readonly buyer: string;
  readonly credits: number;
}

async function findHeldPurchases(pool: Pool): Promise<HeldPurchase[]> {
  const { rows } = await pool.query<HeldPurchase>(
    `select d.id, d.amount, d.review, d.review_expires_at as "reviewExpiresAt", u.email as buyer, p.credits
       from credit_purchases p join deposits d on d.id = p.deposit_id join users u on u.id = p.user_id
      where d.status = 'review_required' order by d.review_expires_at limit 100`,
  );
  return rows;
}

function describe({ id, amount, buyer, credits, review, reviewExpiresAt }: HeldPurchase): string {
  const { receipt, receiverAccount, receiverName, reasons } = review ?? {};
  const bank = receipt === undefined ? "" : bankTitle(receipt.bank);
  return [
    `${id}: ${credits} credits for ${buyer}, ETB ${formatSantim(santimOf(amount))}`,
    `  ${receipt?.verificationRequestId ?? "–"}: ${bank} ${receipt?.referenceNumber ?? "–"} to ${receiverAccount ?? "–"} ${receiverName ?? "–"}`,
    `  ${reasons?.join(", ") ?? ""}; decide by ${reviewExpiresAt?.toISOString() ?? "–"}`,
  ].join("\n");
}

/** Returns the owner of a purchase and the base URL of its checkout page, as in its first event. */
async function requirePurchase(
  pool: Pool,
  id: string,
): Promise<{ readonly userId: string; readonly checkoutBaseUrl: string }> {
  const { rows } = isId("deposit", id)
    ? await pool.query<{ userId: string; checkoutUrl: string; token: string }>(
        `select d.user_id as "userId", d.token, e.data ->> 'checkoutUrl' as "checkoutUrl"
           from deposits d join credit_purchases p on p.deposit_id = d.id
                join deposit_events e on e.deposit_id = d.id and e.sequence = 1
          where d.id = $1`,
        [id],
      )
    : { rows: [] };
  const [found] = rows;
  if (found === undefined) throw new Error(`Credit purchase not found: ${id}`);
  const { userId, checkoutUrl, token } = found;
  return { userId, checkoutBaseUrl: checkoutUrl.slice(0, -`/checkout/${token}`.length) };
}
