import { bankTitle } from "@receipts/contracts";
import type { Command } from "commander";
import { type BankCondition, readConditions } from "../uptime/uptime-repository.ts";
import type { AdminDeps, WithPool } from "./admin-pool.ts";
import { recordByOperator } from "./operator.ts";

/** Commands about the banks themselves, from the database alone. */
export function addBankCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  program
    .command("bank")
    .description("tell how the banks respond")
    .command("list")
    .description("list each bank that was asked: its state, and its last daily probe")
    .action(() =>
      withPool(async ({ pool }) => {
        await recordByOperator(pool, "bank.listed");
        const conditions = await readConditions(pool);
        if (conditions.length === 0) deps.print("No bank was asked yet");
        for (const condition of conditions) deps.print(lineOf(condition));
      }),
    );
}

function lineOf({ bank, state, since, probedAt, probeOutcome }: BankCondition): string {
  const probe =
    probedAt === null
      ? "no daily probe within 26 hours"
      : `daily probe at ${probedAt.toISOString()}: ${probeOutcome ?? "no outcome"}`;
  return `${bankTitle(bank)} (${bank}): ${state} since ${since.toISOString()}; ${probe}`;
}
