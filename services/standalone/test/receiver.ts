import type { IncomingHttpHeaders } from "node:http";
import { startLocalServer } from "@receipts/testing";

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Status codes of the next responses; 200 when the list is empty. */
  readonly nextStatuses: number[];
  /** Body of every response. */
  responseBody: string;
  close(): Promise<void>;
}

/** The receiver of the running test; set by `useReceiver`. */
export let receiver: WebhookReceiver;

/** Starts a receiver before each test of a file, and closes it after it. */
export function useReceiver(): void {
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());
}

/** Starts an integrator's webhook server. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const nextStatuses: number[] = [];
  const said = { responseBody: "" };
  const { url, close } = await startLocalServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
      response.writeHead(nextStatuses.shift() ?? 200).end(said.responseBody);
    });
  });
  return Object.assign(said, { url: `${url}/hook`, received, nextStatuses, close });
}
