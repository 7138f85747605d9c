import { setImmediate as nextTurn } from "node:timers/promises";
import { ReaderEnded, startReader } from "./start-reader.ts";

/** The kernel ends the largest process when there is no memory, also between two messages. */
it("a reader that ended between two messages fails the next ones, and not the gateway", async () => {
  const reader = startReader();
  const message = { kind: "compare", from: 0, before: 0 } as const;
  reader[Symbol.dispose]();
  for (let times = 0; times < 3; times += 1) {
    await expect(reader.ask(message)).rejects.toBeInstanceOf(ReaderEnded);
    await nextTurn();
  }
});
