import { migrate } from "@receipts/database";
import { until } from "@receipts/testing";
import type { ChaosProcess } from "./chaos-process.ts";
import { repository } from "./chaos-stack.ts";
import { type ChaosSystem, openChaosSystem } from "./chaos-system.ts";
import { type Load, surprises } from "./load.ts";
import { untilAnswered } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";
import { checkOutPrevious, previousCommit, previousName } from "./previous-release.ts";

const commit = await previousCommit();
const itIfThereIsOne = commit === undefined ? it.skip : it;
const isThere = commit === undefined ? ` (SKIPPED: this clone has no commit ${previousName})` : "";

describe("an upgrade under load, and back", () => {
  itIfThereIsOne(
    `${previousName} and this source share schema and messages; back on ${previousName} the schema stays${isThere}`,
    async () => {
      await using previous = await checkOutPrevious(commit ?? "");
      const system = await openChaosSystem({ tree: previous.tree });
      try {
        const load = system.startLoad(await system.account());
        await untilAnswered(load, 0.1);
        await migrate(system.env.DATABASE_URL);
        await untilAnswered(load, 0.1);

        const [firstHalf, secondHalf] = halves(system);
        await replace(system, load, firstHalf, repository);
        await untilAnswered(load, 0.5); // side by side
        await replace(system, load, secondHalf, repository);
        await untilAnswered(load, 0.2);

        await replace(system, load, firstHalf, previous.tree);
        await untilAnswered(load, 0.5); // side by side again
        await replace(system, load, secondHalf, previous.tree);
        await untilAnswered(load, 0.2);

        await load.stop();
        expect(surprises(load, [202])).toEqual([]);
        await expectNothingLost(system, [load]);
      } finally {
        await system.close();
      }
    },
  );
});

/** Each has a gateway, a verifier and a dispatcher; the other bank's one verifier goes with the second. */
function halves({ gateways, verifiers, dispatchers, otherVerifier }: ChaosSystem) {
  const [firsts, seconds] = [0, 1].map((n) =>
    [gateways[n], verifiers[n], dispatchers[n]].filter((each) => each !== undefined),
  );
  return [firsts ?? [], [...(seconds ?? []), otherVerifier]] as const;
}

/** One after the other, as a rolling update does. */
async function replace(
  { balancer, gateways }: ChaosSystem,
  load: Load,
  processes: readonly ChaosProcess[],
  tree: string,
): Promise<void> {
  for (const each of processes) {
    const answered = load.answers.length;
    expect({ name: each.name, exitCode: await each.end("SIGTERM") }).toEqual({
      name: each.name,
      exitCode: 0,
    });
    await each.start(tree);
    await until(() => balancer.readyCount() === gateways.length, {
      timeoutMs: 60_000,
      what: "both gateways in the balancer",
    });
    await until(() => load.answers.length > answered + 50, {
      timeoutMs: 60_000,
      what: "answers after the replacement",
    });
  }
}
