/** Modules as one file, with all that they import. The group with the highest priority takes a module. */
export interface ClientGroup {
  readonly name: string;
  /** Gets the path of a module. */
  readonly test?: (module: string) => boolean;
  /** Takes only modules of so many files. */
  readonly minShareCount?: number;
  readonly priority?: number;
}

/** TypeScript for browsers. */
export interface Client {
  /** The first modules, by the names of their files without `.js`. */
  readonly entries: Readonly<Record<string, URL>>;
  /** The folder of the built files. */
  readonly built: URL;
  readonly groups?: readonly ClientGroup[];
  /** Default: true. */
  readonly hasSourceMaps?: boolean;
}
