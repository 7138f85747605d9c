import type { SandboxResponse } from "../sandbox-bank.ts";

export function htmlAnswer(body: string, status = 200): SandboxResponse {
  return { status, contentType: "text/html; charset=utf-8", body };
}

export function jsonAnswer(value: unknown, status = 200): SandboxResponse {
  return { status, contentType: "application/json", body: JSON.stringify(value) };
}

export function pdfAnswer(body: Uint8Array): SandboxResponse {
  return { status: 200, contentType: "application/pdf", body };
}
