import base from "./jest.config.js";

/**
 * Clients generated from the OpenAPI documents, compiled and used (`npm run test:clients`). The generator of the Python
 * client is installed once, by pip, into a cache folder outside the repository.
 */
const clientsConfig = {
  ...base,
  testMatch: ["<rootDir>/services/standalone/test/clients/**/*.clients.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 300_000,
  // They write next to each other.
  maxWorkers: 1,
};

export default clientsConfig;
