/** `npm run test:stack:all` sets it: every crash point, and sizes that take minutes. */
export const isFullRun = process.env["TEST_EXTENT"] === "full";
