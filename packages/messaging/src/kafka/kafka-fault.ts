import { ConfigurationError, tlsFault } from "@receipts/service-kit";
import type { KafkaConnection } from "./kafka-settings.ts";

type Secured = Pick<KafkaConnection, "tls" | "login">;

/** The setting to look at and the reason, on one line, if the brokers' answer shows that a setting is wrong. */
export function kafkaSettingFault(error: unknown): string | undefined {
  const inTls = tlsFault(error);
  if (inTls !== undefined) return `${tlsSettings[inTls.about]}: ${inTls.text}`;
  const text = messagesOf(error);
  if (text.includes("SASL ") && text.includes(" authentication failed"))
    return "KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD: the broker refused the login";
  if (text.includes("does not support the requested SASL mechanism"))
    return "KAFKA_SASL_MECHANISM: the broker does not support it";
  return undefined;
}

/** The same for a client that is not connected yet. Later, a broker that stops closes its connections too. */
export function kafkaStartFault(error: unknown, { tls, login }: Secured): string | undefined {
  const fault = kafkaSettingFault(error);
  if (fault !== undefined || !messagesOf(error).includes("Closed connection")) return fault;
  if (tls === undefined) return "KAFKA_TLS: the broker closed the connection; one that expects TLS does so";
  if (login === undefined)
    return "KAFKA_SASL_MECHANISM: the broker closed the connection; one that expects a login does so";
  return undefined;
}

const tlsSettings = {
  authority: "KAFKA_TLS_CA_FILE",
  name: "KAFKA_BROKERS",
  validity: "KAFKA_BROKERS",
  protocol: "KAFKA_TLS",
} as const;

/** For a command that ends: an error that exits with one line if a setting is wrong. */
export function asKafkaFault(error: unknown, connection: Secured): unknown {
  const fault = kafkaStartFault(error, connection);
  return fault === undefined ? error : new ConfigurationError([fault]);
}

function messagesOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return `${error.message} ${error.cause === error ? "" : messagesOf(error.cause)}`;
}

export interface KafkaFaultLog {
  /** Writes the fault once. Returns whether the error is one, or repeats one. */
  report(error: unknown, broker?: string): boolean;
  /** The same for an error of a client that connects. */
  reportAtStart(error: unknown): boolean;
  /** Connected again: the next fault is news. */
  forget(): void;
}

/** One line for each wrong setting: the library repeats such an error several times at each of its attempts. */
export function createKafkaFaultLog(
  connection: Secured,
  write: (fields: { readonly reason: string; readonly broker?: string | undefined }) => void,
): KafkaFaultLog {
  const reasons = new Set<string>();
  const texts = new Set<string>();
  const repeats = (text: string) => [...texts].some((known) => text.includes(known));

  function writeOnce(error: unknown, reason: string | undefined, broker?: string): boolean {
    if (reason === undefined) return repeats(messagesOf(error));
    if (error instanceof Error) texts.add(error.message);
    if (!reasons.has(reason)) write({ reason, broker });
    reasons.add(reason);
    return true;
  }

  return {
    report: (error, broker) => writeOnce(error, kafkaSettingFault(error), broker),
    reportAtStart: (error) => writeOnce(error, kafkaStartFault(error, connection)),
    forget() {
      reasons.clear();
      texts.clear();
    },
  };
}
