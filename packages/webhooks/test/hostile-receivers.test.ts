import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { hostileReceivers, isFullRun, until } from "@receipts/testing";
import { createGuardedClient } from "../src/guarded-client.ts";
import { listenTcp } from "./local-server.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Memory in use after garbage collection. */
function usedBytes(): number {
  for (let round = 0; round < 3; round += 1) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const MIB = 1024 * 1024;
const times = isFullRun ? 300 : 100;
/** A hostile receiver must not exhaust the process that serves all accounts. */
describe.each(Object.entries(hostileReceivers))("a receiver that %s", (_name, onRequest) => {
  it("uses no memory and no slot after the deadline, a hundred times and more", async () => {
    const open = new Set<Socket>();
    await using server = await listenTcp((socket) => {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
      socket.once("data", () => onRequest(socket));
    });
    const client = createGuardedClient({
      allowPrivate: true,
      lookup: async () => ["127.0.0.1"],
      connectionsPerHost: 64,
    });
    const post = (n: number) =>
      client.post({
        url: `http://host-${n % 20}.test:${server.port}/`,
        headers: {},
        body: "{}",
        deadlineMs: 150,
      });
    const postMany = async (count: number) => {
      for (let done = 0; done < count; done += 100) {
        const outcomes = await Promise.all(Array.from({ length: 100 }, (_, n) => post(n)));
        expect(outcomes.every(({ timings }) => timings.totalMs < 20_000)).toBe(true);
      }
      await until(() => open.size === 0, { what: "the end of every connection" });
    };
    await postMany(100); // warm-up: compiles code and allocates buffers
    const before = usedBytes();
    await postMany(times);
    expect(usedBytes() - before).toBeLessThan(5 * MIB);
    await client.close();
  });
});
