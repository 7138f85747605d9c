import type { Test } from "supertest";
import type { SentForm } from "./access-table.ts";

export function sendForm(test: Test, { file, fields = {} }: SentForm): Test {
  for (const [name, value] of Object.entries(fields)) test.field(name, value);
  return file === undefined ? test : test.attach("file", file, "receipt.pdf");
}
