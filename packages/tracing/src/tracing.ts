export type SpanKind = "server" | "client" | "consumer";

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** W3C `traceparent` of what caused it; null begins a trace. */
  readonly parent: string | null;
  /** Ids and codes, never references, names or addresses: traces are read by more people than the database. */
  readonly attributes?: SpanAttributes;
}

export interface SpanEnd {
  /** Where it is known only now: a route. */
  readonly name?: string;
  readonly attributes?: SpanAttributes;
  /** Says that somebody should look at it. */
  readonly failed?: boolean;
}

export interface Span {
  /** To hand on to whatever this span causes; the parent's where nothing is traced. */
  readonly traceparent: string | null;
  end(end?: SpanEnd): void;
}

export interface Tracing extends AsyncDisposable {
  startSpan(start: SpanStart): Span;
}

const ended = () => {};

/** Hands the caller's trace context on and records nothing. */
export const noTracing: Tracing = {
  startSpan: ({ parent }) => ({ traceparent: parent, end: ended }),
  [Symbol.asyncDispose]: async () => {},
};
