import type { FastStore } from "../fast-store.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export async function withAnotherStore(
  { reopen }: StoreUnderTest,
  use: (store: FastStore) => Promise<void>,
): Promise<void> {
  if (reopen === undefined) throw new Error("a shared store needs `reopen`");
  const other = await reopen();
  try {
    await use(other);
  } finally {
    await other.close();
  }
}
