import { createLocalStack } from "./local-stack.ts";
import { removeStackEnv } from "./stack-env.ts";

const wipe = process.argv.includes("--wipe");
const stack = await createLocalStack();
await stack.down({ wipe });
await removeStackEnv();
process.stdout.write(
  `Stopped${wipe ? "; the data are deleted" : "; the data remain (--wipe deletes them)"}\n`,
);
