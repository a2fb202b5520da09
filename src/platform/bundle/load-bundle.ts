import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { mapStackTraces } from './map-stack-traces.js';

/** The files of a bundle, which the build makes (docs/adr/0026). */
export interface BundleFiles {
  /** the program: a CommonJS module as a function expression, ASCII only */
  readonly program: URL;
  /** its compiled functions; null: none are stored */
  readonly codeCache: URL | null;
  /** the identification of the sources that the modules beside the bundle were compiled from */
  readonly builtFrom: URL;
}

/** A bundle that runs. */
export interface LoadedBundle<Exports> {
  readonly exports: Exports;
  /** whether its functions are taken from the code cache */
  readonly usesCodeCache: boolean;
  /** The functions compiled so far, as the contents of a code cache. */
  createCodeCache(): Buffer;
}

type BundleFunction = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
) => void;

/**
 * Runs a bundled program. Its functions are taken from the code cache if that was made of this bundle by this version of
 * Node.js, else compiled on their first call. Stack traces name the sources.
 *
 * @typeParam Exports the exports of the bundle's entry point
 * @param beforeRun is called once the code cache is accepted: V8 refuses it after a flag has changed
 * @returns null if there is no bundle of the sources that the modules beside it were compiled from
 */
export function loadBundle<Exports>(
  files: BundleFiles,
  beforeRun?: () => void,
): LoadedBundle<Exports> | null {
  const source = readIfExists(files.program)?.toString('latin1');
  const builtFrom = readIfExists(files.builtFrom)?.toString('latin1');
  if (source === undefined || builtFrom === undefined) return null;
  const header = readBundleHeader(source);
  if (header === null || header.sources !== builtFrom) return null;
  const filename = fileURLToPath(files.program);
  const cachedData = files.codeCache && readCodeCache(files.codeCache, header.id);
  // Without its folder: functions of a code cache keep the name that was given where the cache was made.
  const name = basename(filename);
  const script = new Script(source, { filename: name, ...(cachedData && { cachedData }) });
  mapStackTraces(name, filename);
  const module = { exports: {} };
  beforeRun?.();
  // The build makes this expression: scripts/lib/bundle/bundle-programs.mjs.
  const run = script.runInThisContext() as BundleFunction;
  run(module.exports, createRequire(filename), module, filename);
  return {
    exports: module.exports as Exports,
    usesCodeCache: script.cachedDataRejected === false,
    createCodeCache: () => packCodeCache(header.id, script.createCachedData()),
  };
}

/** bytes of the checksum; with padding, because V8 copies what is not aligned */
const CHECKSUM_BYTES = 8;

/**
 * V8 compares its own version and flags, but of the source only the length, and of the compiled functions nothing: the id
 * of the bundle and a checksum come first.
 */
function packCodeCache(id: string, compiled: Buffer): Buffer {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(compiled));
  return Buffer.concat([Buffer.from(id, 'latin1'), checksum, compiled]);
}

/** @returns null if the cache is of another bundle, or damaged: V8 could crash */
function readCodeCache(url: URL, id: string): Buffer | null {
  const file = readIfExists(url);
  const start = id.length + CHECKSUM_BYTES;
  if (file === undefined || file.length < start || file.toString('latin1', 0, id.length) !== id) return null;
  const compiled = file.subarray(start);
  return file.readUInt32BE(id.length) === crc32(compiled) ? compiled : null;
}

function readIfExists(url: URL): Buffer | undefined {
  try {
    return readFileSync(url);
  } catch {
    return undefined;
  }
}

/** The first line of a bundle: a comment with two hashes. */
interface BundleHeader {
  /** of the sources that it was made of, as in `dist/.built` */
  readonly sources: string;
  /** of everything that it was made of and by */
  readonly id: string;
}

const HEADER = /^\/\* ([\da-f]{64}) ([\da-f]{64}) \*\//;

/** @returns null if it has none */
function readBundleHeader(source: string): BundleHeader | null {
  const [, sources, id] = HEADER.exec(source.slice(0, 200)) ?? [];
  return sources === undefined || id === undefined ? null : { sources, id };
}
