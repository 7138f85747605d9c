import { until } from "@receipts/testing";
import type { ChaosProcess } from "./chaos-process.ts";
import type { ChaosSystem } from "./chaos-system.ts";
import type { Load } from "./load.ts";

export const untilBothAreBalanced = ({ balancer, gateways }: ChaosSystem) =>
  until(() => balancer.readyCount() === gateways.length, {
    what: "both gateways in the balancer",
  });

/**
 * Replaces processes one by one, as a rolling update does: each drains, exits with 0, and starts again, from `tree` if
 * set.
 */
export async function replaceUnderLoad(
  system: ChaosSystem,
  load: Load,
  processes: readonly ChaosProcess[],
  tree?: string,
): Promise<void> {
  for (const each of processes) {
    const answered = load.responses.length;
    expect({ name: each.name, exitCode: await each.end("SIGTERM") }).toEqual({
      name: each.name,
      exitCode: 0,
    });
    await each.start(tree);
    await untilBothAreBalanced(system);
    await until(() => load.responses.length > answered + 50, {
      what: "responses after the restart",
    });
  }
}
