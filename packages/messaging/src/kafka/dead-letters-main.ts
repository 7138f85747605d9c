import {
  commonSettings,
  createLog,
  exitWithFault,
  readConfiguration,
  silentLog,
} from "@receipts/service-kit";
import { withTopicPrefix } from "../topic-prefix.ts";
import {
  deadLetterTopicFor,
  deleteFinished,
  discardDeadLetters,
  listDeadLetters,
  replayDeadLetters,
} from "./dead-letters.ts";
import { createKafkaClient } from "./kafka-client.ts";
import { asKafkaFault } from "./kafka-fault.ts";
import { createKafkaMessageBus } from "./kafka-message-bus.ts";
import { kafkaConnection, kafkaSettings } from "./kafka-settings.ts";

const usage = `npm run dead-letters -- list <topic>     lists dead letters that were not replayed: ids and reasons
npm run dead-letters -- replay <topic>   publishes them on their original topic again
npm run dead-letters -- discard <topic>  gives them up, also those that arrive meanwhile
`;

const commands = ["list", "replay", "discard"] as const;
type DeadLetterCommand = (typeof commands)[number];

const [name, topic] = process.argv.slice(2);
const command = commands.find((one) => one === name);
if (topic === undefined || command === undefined) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  await run(command, topic);
}

async function run(wanted: DeadLetterCommand, of: string): Promise<void> {
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
      const done =
        wanted === "replay"
          ? `${await replayDeadLetters(bus, of, log)} replayed`
          : `${await discardDeadLetters(bus, of)} discarded`;
      process.stdout.write(`${done}\n`);
      await bus.close();
      await deleteFinished({ kafka: createKafkaClient({ ...options, log: silentLog }), topic: of, prefix });
    }
  } catch (error) {
    exitWithFault(error);
  }
}
