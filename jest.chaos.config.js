import base from "./jest.config.js";

const chaos = "<rootDir>/services/standalone/test/chaos";

/** Processes and servers killed or frozen under load (`npm run test:chaos`). */
const chaosConfig = {
  ...base,
  testMatch: [`${chaos}/*.chaos.test.ts`],
  testPathIgnorePatterns: ["/node_modules/"],
  globalSetup: `${chaos}/start-chaos-stack.ts`,
  globalTeardown: `${chaos}/stop-chaos-stack.ts`,
  testTimeout: 600_000,
  maxWorkers: 1,
};

export default chaosConfig;
