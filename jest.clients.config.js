import base from "./jest.config.js";

/**
 * Clients generated from the OpenAPI documents, compiled and used (`npm run test:clients`). pip installs the generator
 * of the Python client once, into a cache folder outside the repository.
 */
const clientsConfig = {
  ...base,
  testMatch: ["<rootDir>/services/standalone/test/clients/**/*.clients.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 300_000,
  // They write into the same folder.
  maxWorkers: 1,
};

export default clientsConfig;
