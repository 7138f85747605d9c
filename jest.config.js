/** One configuration for the whole repository: sources run as they are, types stripped by SWC. */
const jestConfig = {
  testEnvironment: "<rootDir>/packages/testing/src/jest/native-environment.ts",
  runtime: "<rootDir>/packages/testing/src/jest/native-runtime.ts",
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
  // Two suites at a time: the machines that run this have two cores and one PostgreSQL, and a third gains nothing.
  maxWorkers: 2,
  modulePathIgnorePatterns: ["/dist/", "/\\.data/", "/\\.turbo/"],
};

export default jestConfig;
