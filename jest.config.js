import { availableParallelism } from "node:os";

/** One configuration for the whole repository: Node.js loads the sources as they are (packages/testing/README.md). */
const jestConfig = {
  testEnvironment: "<rootDir>/packages/testing/src/jest/native-environment.ts",
  runtime: "<rootDir>/packages/testing/src/jest/native-runtime.ts",
  resolver: "<rootDir>/packages/testing/src/jest/source-resolver.ts",
  testMatch: [
    "<rootDir>/{packages,services}/*/{src,client,test}/**/*.test.ts",
    "<rootDir>/deploy/**/*.test.ts",
  ],
  // On real Kafka and Redis: `npm run test:stack` and `npm run test:chaos`. In a browser: `npm run test:browser`. With
  // generated clients: `npm run test:clients`. With what images and clusters are checked by: `npm run test:deploy`.
  testPathIgnorePatterns: ["/node_modules/", "\\.(?:stack|chaos|browser|clients|deploy)\\.test\\.ts$"],
  transform: {},
  globalSetup: "<rootDir>/packages/testing/src/start-test-run.ts",
  globalTeardown: "<rootDir>/packages/testing/src/stop-test-run.ts",
  testTimeout: 60_000,
  // Half of a suite's time is waiting: two at a time for each core, as many as one PostgreSQL serves.
  maxWorkers: Math.min(2 * availableParallelism(), 6),
  modulePathIgnorePatterns: ["/dist/", "/\\.data/", "/\\.turbo/"],
};

export default jestConfig;
