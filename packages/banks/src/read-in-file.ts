import { AsyncLocalStorage } from "node:async_hooks";
import { readInFileHeader } from "@receipts/contracts";

/** Around a query, so that no client of a bank has to pass on what only the sandbox is told. */
const readInFile = new AsyncLocalStorage<true>();

/** Queries a bank about a number that was read in a file. */
export function askAsReadInFile<T>(query: () => T): T {
  return readInFile.run(true, query);
}

/** Empty unless the number was read in a file. Send them to the sandbox alone. */
export function headersForSandbox(): Readonly<Record<string, string>> {
  return readInFile.getStore() === true ? { [readInFileHeader]: "true" } : {};
}
