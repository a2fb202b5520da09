import { existsSync, readdirSync } from 'node:fs';

/** Where node-gyp leaves what is loaded, below the folder that it compiles. */
export const OUTPUT = 'build/Release';

/** Lists the native modules in a folder, and the libraries that they load from it; none if it is not there. */
export function listLoadedFiles(folder) {
  return existsSync(folder) ? readdirSync(folder).filter((file) => LOADED.test(file)) : [];
}

const LOADED = /(?:\.node|\.so\.\d+|\.dylib|\.dll)$/;
