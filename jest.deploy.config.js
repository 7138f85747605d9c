import base from "./jest.config.js";

/**
 * Images, Compose and charts (`npm run test:deploy`), checked with the field's own validators. These are fetched or
 * built once, into a cache folder outside the repository, which takes minutes.
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
