export type SpanKind = "server" | "client" | "consumer";

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** W3C `traceparent` of the cause; null starts a trace. */
  readonly parent: string | null;
  /** Ids and codes, never references, names or addresses: more people can read traces than the database. */
  readonly attributes?: SpanAttributes;
}

export interface SpanEnd {
  /** Set if known only at the end, such as a route. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** Marks the span as an error. */
  readonly failed?: boolean;
}

export interface Span {
  /** Pass it to everything that this span causes. The parent's if nothing is traced. */
  readonly traceparent: string | null;
  end(end?: SpanEnd): void;
}

export interface Tracing extends AsyncDisposable {
  startSpan(start: SpanStart): Span;
}

const ended = () => {};

/** Passes the caller's trace context on and records nothing. */
export const noTracing: Tracing = {
  startSpan: ({ parent }) => ({ traceparent: parent, end: ended }),
  [Symbol.asyncDispose]: async () => {},
};
