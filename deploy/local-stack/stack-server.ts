export type StackServerName = "postgres" | "kafka" | "redis";

/** A backing server that tests can stop, kill and freeze. */
export interface StackServer {
  readonly name: StackServerName;
  /** Returns when the server is ready. Does nothing if it already is. */
  start(): Promise<void>;
  /** Stops the server gracefully. Returns when it has exited. Its data remain. */
  stop(): Promise<void>;
  /** `kill -9`, without closing connections. Returns when the server has exited. */
  kill(): Promise<void>;
  /** Makes the server hang (SIGSTOP): connections stay open without a response. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  isReady(): Promise<boolean>;
}
