import { backingSettings } from "@receipts/backing-services";
import { sandboxSettings } from "@receipts/bank-sandbox";
import { bankSettings } from "@receipts/banks";
import { supportedBankCodes } from "@receipts/contracts";
import { checkDatabaseUrl, migrationSettings } from "@receipts/database";
import { redisFastStoreOptions } from "@receipts/fast-store/redis";
import { gatewaySettings, readGatewayConfig } from "@receipts/gateway";
import { kafkaConnection, kafkaSettings, kafkaTopicSettings } from "@receipts/messaging/kafka";
import { commonSettings, type Environment, readConfiguration } from "@receipts/service-kit";
import { readVerifierConfig, verifierSettings } from "@receipts/verifier";
import { dispatcherSettings, readDispatcherConfig } from "@receipts/webhook-dispatcher";
import { adminSettings, readAdminEnvironment } from "../../services/gateway/src/admin/admin-environment.ts";

type Shape = Parameters<typeof readConfiguration>[0];

/** A process of the deployment: its settings, and the function that reads them. */
interface Program {
  readonly shape: Shape;
  /** Throws `ConfigurationError`, as at start. */
  readonly read: (env: Environment) => void;
}

const withBacking = (shape: Shape, readOwn: (env: Environment) => unknown): Program => ({
  shape: { ...shape, ...backingSettings },
  read: (env) => {
    readOwn(env);
    const config = readConfiguration(backingSettings, env);
    kafkaConnection(config);
    redisFastStoreOptions(config);
  },
});

const topicsShape = { NODE_ENV: commonSettings.NODE_ENV, ...kafkaSettings, ...kafkaTopicSettings };

const ofShape = (shape: Shape): Program => ({
  shape,
  read: (env) => void readConfiguration(shape, env),
});

/** Keyed by the file that the container starts, in the image. */
export const programs: Readonly<Record<string, Program>> = {
  "services/gateway/dist/main.js": withBacking(gatewaySettings, readGatewayConfig),
  "services/verifier/dist/main.js": withBacking(verifierSettings, readVerifierConfig),
  "services/webhook-dispatcher/dist/main.js": withBacking(dispatcherSettings, readDispatcherConfig),
  "services/bank-sandbox/dist/main.js": ofShape(sandboxSettings),
  "services/gateway/dist/admin/main.js": { shape: adminSettings, read: readAdminEnvironment },
  "packages/database/dist/migrate-main.js": {
    shape: migrationSettings,
    read: (env) => checkDatabaseUrl(readConfiguration(migrationSettings, env)),
  },
  "packages/messaging/dist/kafka/topics-main.js": {
    shape: topicsShape,
    read: (env) => void kafkaConnection(readConfiguration(topicsShape, env)),
  },
};

/** Settings of the banks' hosts, which gateway and verifiers read. */
export const bankSettingNames: readonly string[] = supportedBankCodes.flatMap((bank) =>
  bankSettings(bank).map(({ name }) => name),
);
