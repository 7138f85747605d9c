import pg from "pg";

/** What an error says of the server's state, by its code. Errors of the statement itself are no fault of the server. */
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

function faultOf(code: string | undefined): ServerFault | undefined {
  return Object.entries(faultsByCode).find(([known]) => known === code)?.[1];
}

/** Clients that report each fault of the server, also one that refuses the connection. */
export function clientReporting(onFault: (fault: ServerFault) => void): new () => pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // Each error message of the server, whichever statement it ends.
      this.connection.on("errorMessage", ({ code }: pg.DatabaseError) => {
        const fault = faultOf(code);
        if (fault !== undefined) onFault(fault);
      });
    }
  };
}
