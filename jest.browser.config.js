import base from "./jest.config.js";

/** The hosted pages in a real browser (`npm run test:browser`): Debian's chromium and an Ethiopic font must be there. */
const browserConfig = {
  ...base,
  testMatch: ["<rootDir>/services/standalone/test/browser/**/*.browser.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 120_000,
  // One browser at a time.
  maxWorkers: 1,
};

export default browserConfig;
