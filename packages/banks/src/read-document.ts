import { BankFailure, ReceiptUnreadable } from "./bank-failure.ts";

/** Whatever goes wrong while a document is read is the document's fault, a nesting too deep for a parser included. */
export async function readDocument<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BankFailure) throw error;
    throw new ReceiptUnreadable("the document could not be read", error);
  }
}
