import { randomUUID } from "node:crypto";
import type { Pool } from "@receipts/database";
import { type Log, pause, type Worker } from "@receipts/service-kit";
import { BotCallFailed, type BotClient, type BotUpdate } from "./bot-client.ts";
import { leaseBot, nameBot, releaseBot } from "./bot-repository.ts";

const LEASE_EVERY_MS = 2_000;
const RETRY_MS = 3_000;
const RETRY_UPDATE_MS = 500;
/** An update that fails this often is given up, so that it does not hold up all others. */
const MOST_FAILURES = 20;

/** Reads the bot's updates by long polling. Of several gateways one does, the others wait for its lease. */
export function createReadUpdates(deps: {
  readonly pool: Pool;
  readonly bot: BotClient;
  readonly handle: (update: BotUpdate) => Promise<void>;
  readonly log: Log;
}): Worker {
  const { pool, bot, log } = deps;
  const leaseToken = randomUUID();
  const failures = new Map<number, number>();
  let isNamed = false;
  /**
   * Confirms the updates before it. Dropped after every empty poll: numbers start again, perhaps lower, after a quiet
   * week.
   */
  let next: number | undefined;

  /** Returns whether it is done with the update. */
  async function handleOne(update: BotUpdate): Promise<boolean> {
    const { update_id: updateId } = update;
    try {
      await deps.handle(update);
    } catch (error) {
      const count = (failures.get(updateId) ?? 0) + 1;
      failures.set(updateId, count);
      log.warn("telegram.update_failed", { updateId, error });
      if (count < MOST_FAILURES) return false;
      log.error("telegram.update_given_up", { updateId });
    }
    failures.delete(updateId);
    return true;
  }

  async function poll(stop: AbortSignal): Promise<void> {
    if (!isNamed) {
      await nameBot(pool, bot.id, await bot.readName(stop));
      isNamed = true;
    }
    const updates = await bot.readUpdates(next, stop);
    if (updates.length === 0) next = undefined;
    if (!(await handleAll(updates, stop))) await pause(RETRY_UPDATE_MS, stop);
  }

  /**
   * Returns whether it is done with all of them. One that fails holds up its own chat alone: those behind it are delivered
   * again with it, and are not handled twice.
   */
  async function handleAll(updates: readonly BotUpdate[], stop: AbortSignal): Promise<boolean> {
    const failed = new Set<number>();
    for (const update of updates) {
      if (stop.aborted) return false;
      const chat = update.message?.chat.id ?? 0;
      if (failed.has(chat) || !(await handleOne(update))) failed.add(chat);
      if (failed.size === 0) next = update.update_id + 1;
    }
    return failed.size === 0;
  }

  async function turn(stop: AbortSignal): Promise<void> {
    if (!(await leaseBot(pool, bot.id, leaseToken))) {
      next = undefined;
      return await pause(LEASE_EVERY_MS, stop);
    }
    await poll(stop);
  }

  async function onFailedTurn(error: unknown, stop: AbortSignal): Promise<void> {
    if (stop.aborted) return;
    const failure = error instanceof BotCallFailed ? error : undefined;
    log.warn("telegram.poll_failed", failure === undefined ? { error } : { reason: failure.message });
    const seconds = failure?.retryAfterSeconds;
    await pause(seconds === undefined ? RETRY_MS : Math.max(1, seconds) * 1_000, stop);
  }

  return {
    name: "read-telegram-updates",
    run: async (stop) => {
      while (!stop.aborted) {
        await turn(stop).catch((error: unknown) => onFailedTurn(error, stop));
      }
      await releaseBot(pool, bot.id, leaseToken).catch((error: unknown) =>
        log.warn("telegram.release_failed", { error }),
      );
    },
  };
}
