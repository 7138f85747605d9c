import { availableParallelism } from "node:os";
import type { Config } from "jest";
import type { Tools } from "./packages/testing/src/tools.ts";
import { apiOnStack } from "./services/standalone/test/api-on-stack.ts";

/** A suite of tests: a project of Jest, and how `npm run test:suite -- <name>` runs it. */
export interface Suite {
  /** Shown by `npm run test:suite` without a name. */
  readonly about: string;
  readonly testMatch: readonly string[];
  /** Default: all that the other suites do not match. */
  readonly testPathIgnorePatterns?: readonly string[];
  readonly globalSetup?: string;
  readonly globalTeardown?: string;
  /** Packages that only this suite needs. */
  readonly tools?: readonly Tools[];
  /** Default: two per core, as half of a suite's time is waiting. */
  readonly workers?: number;
  /** Ends a test that waits for ever; `until` fails long before. */
  readonly timeoutMinutes?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const cores = availableParallelism();
const api = "<rootDir>/services/standalone/test/api";
const chaos = "<rootDir>/services/standalone/test/chaos";
const onStack = {
  globalSetup: "<rootDir>/deploy/local-stack/start-test-stack.ts",
  globalTeardown: "<rootDir>/deploy/local-stack/stop-test-stack.ts",
};
const onChaosStack = {
  globalSetup: `${chaos}/start-chaos-stack.ts`,
  globalTeardown: `${chaos}/stop-chaos-stack.ts`,
  workers: 1,
  timeoutMinutes: 15,
};
const stackTests = [
  "<rootDir>/{packages,services}/*/{src,test}/**/*.stack.test.ts",
  "<rootDir>/deploy/test/*.stack.test.ts",
];

export const suites = {
  unit: {
    about: "functions and the API, on PostgreSQL and the memory drivers: `npm test`",
    testMatch: [
      "<rootDir>/{packages,services}/*/{src,client,test}/**/*.test.ts",
      "<rootDir>/deploy/**/*.test.ts",
      "<rootDir>/.ci/**/*.test.ts",
    ],
    testPathIgnorePatterns: [
      "/test/process/",
      "\\.(?:stack|chaos|browser|clients|pictures|monitoring|deploy)\\.test\\.ts$",
    ],
  },
  process: {
    about: "the standalone as a process: started, and killed at its statements",
    testMatch: ["<rootDir>/services/standalone/test/process/*.test.ts"],
  },
  stack: {
    about: "real Kafka, Redis and PostgreSQL, with the part of the API suite that can tell the difference",
    testMatch: [...stackTests, ...apiOnStack.map((name) => `${api}/${name}.test.ts`)],
    ...onStack,
  },
  "stack-all": {
    about: "the same with the whole API suite, every crash point and a million rows",
    testMatch: [...stackTests, `${api}/**/*.test.ts`, "<rootDir>/services/standalone/test/process/*.test.ts"],
    ...onStack,
    env: { TEST_EXTENT: "full" },
  },
  browser: {
    about: "the hosted pages, the dashboard and the documentation in Debian's chromium",
    testMatch: ["<rootDir>/services/standalone/test/browser/**/*.browser.test.ts"],
    tools: ["browser"],
    // A browser keeps most of a core busy by itself.
    workers: Math.max(3, Math.min(cores, 4)),
  },
  clients: {
    about: "the OpenAPI documents, and clients in TypeScript and Python generated from them",
    testMatch: ["<rootDir>/services/standalone/test/clients/**/*.clients.test.ts"],
    tools: ["clients", "openapi-lint"],
    // They write into the same folder.
    workers: 1,
  },
  pictures: {
    about: "receipts in pictures, read by models; hostile files",
    testMatch: ["<rootDir>/{packages,services}/*/test/**/*.pictures.test.ts"],
    // Each reading takes seconds of a core and half a gigabyte.
    workers: 1,
  },
  chaos: {
    about: "processes and servers killed and frozen under load",
    testMatch: [`${chaos}/*.chaos.test.ts`],
    ...onChaosStack,
  },
  "chaos-short": {
    about: "the part of it for every change",
    testMatch: [`${chaos}/{process-loss,webhook-storm,batch}.chaos.test.ts`],
    ...onChaosStack,
    env: { CHAOS_SECONDS: "5", CHAOS_PER_SECOND: "50" },
  },
  monitoring: {
    about: "dashboards and alert rules, the latter by Prometheus' own promtool",
    testMatch: ["<rootDir>/deploy/monitoring/test/*.monitoring.test.ts"],
    tools: ["monitoring"],
    workers: 1,
  },
  deploy: {
    about: "images, Compose file and chart, with the field's own validators, which are built once",
    testMatch: ["<rootDir>/deploy/**/*.deploy.test.ts"],
    tools: ["monitoring"],
    // Each of them builds.
    workers: 1,
    timeoutMinutes: 30,
  },
} as const satisfies Readonly<Record<string, Suite>>;

export type SuiteName = keyof typeof suites;

/** Node.js loads the sources as they are (packages/testing/README.md). */
const shared = {
  testEnvironment: "<rootDir>/packages/testing/src/jest/native-environment.ts",
  runtime: "<rootDir>/packages/testing/src/jest/native-runtime.ts",
  resolver: "<rootDir>/packages/testing/src/jest/source-resolver.ts",
  globalSetup: "<rootDir>/packages/testing/src/start-test-run.ts",
  globalTeardown: "<rootDir>/packages/testing/src/stop-test-run.ts",
  transform: {},
  modulePathIgnorePatterns: ["/dist/", "/\\.data/", "/\\.turbo/"],
};

const projectOf = ([displayName, suite]: [string, Suite]) => ({
  ...shared,
  displayName,
  testMatch: [...suite.testMatch],
  testPathIgnorePatterns: ["/node_modules/", ...(suite.testPathIgnorePatterns ?? [])],
  ...(suite.globalSetup !== undefined && { globalSetup: suite.globalSetup }),
  ...(suite.globalTeardown !== undefined && { globalTeardown: suite.globalTeardown }),
});

const config: Config = { projects: Object.entries(suites).map(projectOf) };

export default config;
