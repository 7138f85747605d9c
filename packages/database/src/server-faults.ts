import pg from "pg";

/** Faults of the server by the code of the error. Errors of the statement itself are none. */
const faultsByCode = {
  "25006": "read_only",
  "40001": "serialization_failure",
  "40P01": "deadlock",
  "53100": "disk_full",
  "53200": "out_of_memory",
  "53300": "too_many_connections",
  "55P03": "lock_timeout",
  "57014": "statement_timeout",
} as const;

export type ServerFault = (typeof faultsByCode)[keyof typeof faultsByCode];

export const serverFaults: readonly ServerFault[] = Object.values(faultsByCode);

const knownFaults: ReadonlyMap<string | undefined, ServerFault> = new Map(Object.entries(faultsByCode));

/** Clients that report each fault of the server, also one that refuses the connection. */
export function clientReporting(onFault: (fault: ServerFault) => void): new () => pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // Each error message of the server, whichever statement it ends.
      this.connection.on("errorMessage", ({ code }: pg.DatabaseError) => {
        const fault = knownFaults.get(code);
        if (fault !== undefined) onFault(fault);
      });
    }
  };
}
