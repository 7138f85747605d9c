import type { ChaosProcess } from "./chaos-process.ts";
import { chaosSeconds, loadPerSecond } from "./chaos-system.ts";
import type { Load } from "./load.ts";
import { untilAccepted } from "./load-progress.ts";

const crashes = chaosSeconds < 30 ? 2 : 5;
/** Accepted requests between two crashes. */
const perCrash = Math.floor((chaosSeconds * loadPerSecond) / (crashes + 1));

/** Kills a process in the middle of its work (`kill -9`), and restarts it, several times. */
export async function crash(victim: ChaosProcess | undefined, load: Load): Promise<void> {
  for (let nth = 1; nth <= crashes; nth += 1) {
    await untilAccepted(load, perCrash);
    expect(await victim?.end("SIGKILL")).toBeNull();
    await victim?.start();
  }
  await untilAccepted(load, perCrash);
  await load.stop();
}
