import type { SandboxResponse } from "../sandbox-bank.ts";

export function htmlResponse(body: string, status = 200): SandboxResponse {
  return { status, contentType: "text/html; charset=utf-8", body };
}

export function jsonResponse(value: unknown, status = 200): SandboxResponse {
  return { status, contentType: "application/json", body: JSON.stringify(value) };
}

export function pdfResponse(body: Uint8Array): SandboxResponse {
  return { status: 200, contentType: "application/pdf", body };
}
