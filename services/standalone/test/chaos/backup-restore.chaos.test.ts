import { openChaosStack } from "./chaos-stack.ts";
import { type ChaosSystem, openChaosSystem } from "./chaos-system.ts";
import { handbookLines, performSteps } from "./handbook-steps.ts";
import { type Load, surprises } from "./load.ts";
import { untilAccepted, untilResponses } from "./load-progress.ts";
import {
  expectDeadLetters,
  expectListed,
  expectNewRequestFromCache,
  expectOnlyThatTimeLost,
  requestsOf,
} from "./lost-time.ts";
import { expectAllEndedWell, untilEveryWebhookIsDelivered } from "./nothing-lost.ts";
import { openBackup, type PointInTimeBackup } from "./point-in-time.ts";

/** In units of `CHAOS_SECONDS`: a minute at the default of 30 s. */
const lostShare = 2;

let backup: PointInTimeBackup;
let system: ChaosSystem;

beforeEach(async () => {
  const stack = await openChaosStack();
  backup = await openBackup(stack, (folder) => handbookLines("archive", { "/backup": folder }));
  system = await openChaosSystem();
});
afterEach(async () => {
  await system.close();
  await backup.close();
});

describe("a point-in-time restore of PostgreSQL that leaves Kafka and Redis as they are", () => {
  it("keeps ledgers balanced, ends every request, dead-letters unknown ones and lists what was lost", async () => {
    const load = system.startLoad(await system.account());
    await untilResponses(load, 0.3);
    await backup.takeBase();
    await system.control({ bank: "telebirr", latencyMs: 300 }); // keeps some requests in work
    await untilResponses(load, 0.3);
    const restoredTo = await databaseTime();
    await loseTime(load);
    const before = await requestsOf(system);
    const stoppedAt = await databaseTime();

    // Full speed again: thousands of messages of unknown requests are processed along with the new ones.
    await system.control({ bank: "telebirr", latencyMs: 10 });
    const brokeAt = performance.now();
    await system.stack.postgres.kill();
    await Promise.all(services().map((each) => each.end("SIGTERM")));
    await backup.restore(recoverySettings(restoredTo));
    const span = spanOf(restoredTo, stoppedAt);
    const listed = await performSteps(handbookLines("list", span), system.env);
    await Promise.all(services().map((each) => each.start()));
    const after = system.startLoad(await system.account());
    await untilAccepted(after, 1);
    const recoveryMs = performance.now() - brokeAt;

    const lost = await expectOnlyThatTimeLost(system, before, restoredTo);
    expectListed(listed, lost, system);
    const deadLetters = handbookLines("letters", {
      "verification.requested.cbe": "verification.requested.telebirr",
    });
    await expectDeadLetters(lost, () => performSteps(deadLetters, system.env));
    await expectNewRequestFromCache(system, load, lost);
    await after.stop();
    expect(surprises(after, [202])).toEqual([]);
    await expectAllEndedWell(system, { mayFail: true });
    await untilEveryWebhookIsDelivered(system);
    const checked = await performSteps(handbookLines("check", span), system.env);
    expect(checked).toMatch(/unfinished: 0\./);
    expect(checked).toContain("every ledger matches its balance");

    const lastKept = before.findLast(({ id }) => !lost.some((each) => each.id === id));
    process.stdout.write(
      `restored ${seconds(stoppedAt.getTime() - restoredTo.getTime())} back: ${lost.length} requests gone, ` +
        `the last one kept is ${seconds(restoredTo.getTime() - (lastKept?.createdAt.getTime() ?? 0))} older than the point; ` +
        `accepting again after ${seconds(recoveryMs)}\n`,
    );
  });
});

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const services = () => [...system.gateways, ...system.verifiers, system.otherVerifier, ...system.dispatchers];

async function databaseTime(): Promise<Date> {
  const { rows } = await system.pool.query<{ now: Date }>("select now()");
  return rows[0]?.now ?? new Date(0);
}

/** Ends without a verifier: the last accepted requests stay on the bus. */
async function loseTime(load: Load): Promise<void> {
  await untilResponses(load, lostShare);
  await Promise.all(system.verifiers.map((each) => each.end("SIGKILL")));
  await untilResponses(load, 0.2);
  await load.stop();
  await backup.archiveAll();
}

function recoverySettings(restoredTo: Date): string[] {
  const point = restoredTo.toISOString().replace("T", " ").replace("Z", "+00");
  return handbookLines("recover", { "/backup": backup.folder, "2026-01-31 12:00:00+00": point });
}

/** Replaces the handbook's example times by those of this test. */
const spanOf = (restoredTo: Date, stoppedAt: Date) => ({
  "2026-01-31T12:00:00Z": restoredTo.toISOString(),
  "2026-01-31T12:01:00Z": stoppedAt.toISOString(),
});
