import { createLocalStack } from "./local-stack.ts";
import { writeStackEnv } from "./stack-env.ts";
import { stackEnvFile } from "./stack-settings.ts";

const stack = await createLocalStack();
const addresses = await stack.up();
await writeStackEnv(addresses);
process.stdout.write(
  `PostgreSQL, Kafka and Redis are ready\n${addresses.KAFKA_BROKERS} ${addresses.REDIS_URL}\n` +
    `Settings for the services: ${stackEnvFile}\n`,
);
