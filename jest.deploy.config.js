import base from "./jest.config.js";

/**
 * What is deployed (`npm run test:deploy`): images, Compose, charts, held against the field's own validators. They are
 * fetched or built once, into a cache folder outside the repository, which takes minutes.
 */
const deployConfig = {
  ...base,
  testMatch: ["<rootDir>/deploy/**/*.deploy.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 900_000,
  // Each of them builds: one at a time.
  maxWorkers: 1,
};

export default deployConfig;
