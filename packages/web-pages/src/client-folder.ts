import { type AssetFile, type AssetFolder, createAssetFolder } from "./page-assets.ts";

/** An asset folder with the files of a client, which take a moment. */
export interface ClientFolder extends AssetFolder {
  /** Resolves once the files are read. `pathOf` throws before. */
  readonly ready: () => Promise<void>;
}

/** Reads the files on the first request, and once more on the next one if that failed. */
export function createClientFolder(
  base: string,
  readFiles: () => Promise<readonly AssetFile[]>,
): ClientFolder {
  let reading: Promise<AssetFolder> | undefined;
  let folder: AssetFolder | undefined;
  const read = async () => {
    reading ??= readFiles().then((files) => createAssetFolder(base, () => files));
    try {
      folder = await reading;
      return folder;
    } catch (error) {
      reading = undefined;
      throw error;
    }
  };
  return {
    ready: async () => {
      await read();
    },
    pathOf: (file) => {
      if (folder === undefined) throw new Error(`${base} is not read yet`);
      return folder.pathOf(file);
    },
    send: async (request, response, next) => await (await read()).send(request, response, next),
  };
}
