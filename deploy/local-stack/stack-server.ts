export type StackServerName = "postgres" | "kafka" | "redis";

/** One backing server, which tests may take away and bring back. */
export interface StackServer {
  readonly name: StackServerName;
  /** Returns once the server does its work; nothing is done for one that does already. */
  start(): Promise<void>;
  /** An orderly end; returns once the server is gone. Its data stay. */
  stop(): Promise<void>;
  /** `kill -9`: no goodbye to anybody; returns once the server is gone. */
  kill(): Promise<void>;
  /** It hangs: connections stay open and nobody answers (SIGSTOP). */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  isReady(): Promise<boolean>;
}
