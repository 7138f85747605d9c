import base from "./jest.config.js";

/** The same tests on real Kafka, Redis and PostgreSQL (`npm run test:stack`). */
const stackConfig = {
  ...base,
  testMatch: [
    "<rootDir>/{packages,services}/*/{src,test}/**/*.stack.test.ts",
    "<rootDir>/services/standalone/test/api/**/*.test.ts",
  ],
  testPathIgnorePatterns: ["/node_modules/"],
  globalSetup: "<rootDir>/deploy/local-stack/start-test-stack.ts",
  globalTeardown: "<rootDir>/deploy/local-stack/stop-test-stack.ts",
};

export default stackConfig;
