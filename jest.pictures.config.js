import base from "./jest.config.js";

/**
 * Pictures of receipts, read by models (`npm run test:pictures`). Apart from the other tests: each reading takes seconds
 * of a core and half a gigabyte, and the others wait for conditions meanwhile.
 */
const picturesConfig = {
  ...base,
  testMatch: ["<rootDir>/{packages,services}/*/test/**/*.pictures.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
  testTimeout: 120_000,
  maxWorkers: 1,
};

export default picturesConfig;
