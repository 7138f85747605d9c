/** Folder of the embedded database, the demo's secrets and the compile cache; relative to the working directory. */
export const DEFAULT_DATA_DIR = ".data";
