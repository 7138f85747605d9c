import { migrate } from "@receipts/database";
import { repository } from "./chaos-stack.ts";
import { type ChaosSystem, openChaosSystem } from "./chaos-system.ts";
import { surprises } from "./load.ts";
import { untilResponses } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";
import { checkOutPrevious, previousCommit, previousName } from "./previous-release.ts";
import { replaceUnderLoad } from "./replace.ts";

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
        await untilResponses(load, 0.1);
        await migrate(system.env.DATABASE_URL);
        await untilResponses(load, 0.1);

        const [firstHalf, secondHalf] = halves(system);
        await replaceUnderLoad(system, load, firstHalf, repository);
        await untilResponses(load, 0.5); // side by side
        await replaceUnderLoad(system, load, secondHalf, repository);
        await untilResponses(load, 0.2);

        await replaceUnderLoad(system, load, firstHalf, previous.tree);
        await untilResponses(load, 0.5); // side by side again
        await replaceUnderLoad(system, load, secondHalf, previous.tree);
        await untilResponses(load, 0.2);

        await load.stop();
        expect(surprises(load, [202])).toEqual([]);
        await expectNothingLost(system, [load]);
      } finally {
        await system.close();
      }
    },
  );
});

/** Each half has a gateway, a verifier and a dispatcher; the other bank's only verifier is in the second. */
function halves({ gateways, verifiers, dispatchers, otherVerifier }: ChaosSystem) {
  const [firsts, seconds] = [0, 1].map((n) =>
    [gateways[n], verifiers[n], dispatchers[n]].filter((each) => each !== undefined),
  );
  return [firsts ?? [], [...(seconds ?? []), otherVerifier]] as const;
}
