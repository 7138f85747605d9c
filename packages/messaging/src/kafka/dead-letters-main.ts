import {
  commonSettings,
  createLog,
  exitWithFault,
  readConfiguration,
  silentLog,
} from "@receipts/service-kit";
import { withTopicPrefix } from "../topic-prefix.ts";
import { deadLetterTopicFor, listDeadLetters, replayDeadLetters } from "./dead-letters.ts";
import { createKafkaClient } from "./kafka-client.ts";
import { asKafkaFault } from "./kafka-fault.ts";
import { createKafkaMessageBus } from "./kafka-message-bus.ts";
import { kafkaConnection, kafkaSettings } from "./kafka-settings.ts";

const usage = `npm run dead-letters -- list <topic>     lists dead letters that were not replayed: ids and reasons
npm run dead-letters -- replay <topic>   publishes them on their original topic again
`;

const [command, topic] = process.argv.slice(2);
if (topic === undefined || (command !== "list" && command !== "replay")) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  await run(command, topic);
}

async function run(wanted: "list" | "replay", of: string): Promise<void> {
  try {
    const log = createLog({ service: "dead-letters", level: "warn" });
    const config = readConfiguration({ ...kafkaSettings, NODE_ENV: commonSettings.NODE_ENV }, process.env);
    const options = { connection: kafkaConnection(config), log };
    const prefix = config.KAFKA_TOPIC_PREFIX;
    if (wanted === "list") {
      const kafka = createKafkaClient({ ...options, log: silentLog });
      const count = await listDeadLetters({ kafka, topic: of, prefix }, (deadLetter) => {
        process.stdout.write(`${JSON.stringify(deadLetter)}\n`);
      }).catch((error: unknown) => {
        throw asKafkaFault(error, options.connection);
      });
      process.stdout.write(`${count} in ${deadLetterTopicFor(of)}\n`);
    } else {
      const bus = withTopicPrefix(createKafkaMessageBus(options), prefix);
      process.stdout.write(`${await replayDeadLetters(bus, of, log)} replayed\n`);
      await bus.close();
    }
  } catch (error) {
    exitWithFault(error);
  }
}
