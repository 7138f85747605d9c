import { BankFailure, ReceiptUnreadable } from "./bank-failure.ts";

/** Reports every error while reading a document as the document's fault, including too deep nesting for a parser. */
export async function readDocument<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BankFailure) throw error;
    throw new ReceiptUnreadable("the document could not be read", error);
  }
}
