import { availableParallelism } from "node:os";
import base from "./jest.config.js";

/** The hosted pages in a real browser (`npm run test:browser`). Requires Debian's chromium and an Ethiopic font. */
const browserConfig = {
  ...base,
  testMatch: ["<rootDir>/services/standalone/test/browser/**/*.browser.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 120_000,
  // A browser keeps a core busy by itself.
  maxWorkers: Math.max(2, Math.min(availableParallelism(), 4)),
};

export default browserConfig;
