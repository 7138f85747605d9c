import type { BankEndpoint } from "../bank-endpoint.ts";

export const telebirrEndpoint: BankEndpoint = {
  hostSetting: "BANK_TELEBIRR",
  bankSetting: "BANK_TELEBIRR",
  title: "telebirr receipt pages",
  baseUrl: "https://transactioninfo.ethiotelecom.et",
  timeoutMs: 15_000,
  // Half of its connections never finish TLS, and a stalled one never recovers; the others take about 30 ms.
  keepAlive: false,
  // Rounds of 0.9, 1.8, 3.6 and 7.2 s: slow links get enough time, and all rounds fit into an attempt.
  connectionRace: { parallel: 2, handshakeMs: 900, rounds: 4 },
  // Responds to a TLS 1.3 hello with a protocol-version alert.
  maxTlsVersion: "TLSv1.2",
};
