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
  // Other configurations run the suites on real Kafka and Redis (`npm run test:stack`, `npm run test:chaos`), in a
  // browser (`npm run test:browser`), with generated clients (`npm run test:clients`), pictures (`npm run
  // test:pictures`) and deployments (`npm run test:deploy`).
  testPathIgnorePatterns: [
    "/node_modules/",
    "\\.(?:stack|chaos|browser|clients|pictures|deploy)\\.test\\.ts$",
  ],
  transform: {},
  globalSetup: "<rootDir>/packages/testing/src/start-test-run.ts",
  globalTeardown: "<rootDir>/packages/testing/src/stop-test-run.ts",
  testTimeout: 60_000,
  // Half of a suite's time is waiting: two per core, as many as one PostgreSQL serves.
  maxWorkers: Math.min(2 * availableParallelism(), 6),
  modulePathIgnorePatterns: ["/dist/", "/\\.data/", "/\\.turbo/"],
};

export default jestConfig;
