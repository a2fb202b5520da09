import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { UserError } from '../../platform/errors.js';
import type { HomeFiles } from '../../platform/home.js';
import { hasTarMagic, TAR_BLOCK, TarError } from '../../platform/tar/tar-header.js';
import { readTar, type TarContent } from '../../platform/tar/tar-reader.js';
import { isKeptName } from './kept-files.js';
import { damagedBackup, MANIFEST, type Manifest, parseManifest } from './manifest.js';

/** The largest manifest, in bytes: that of about half a million files. */
const MAX_MANIFEST = 64 * 1024 * 1024;

/** Takes the content of each file; the next chunk is read when the promise is fulfilled. */
export interface BackupSink {
  begin(name: string): Promise<void>;
  write(chunk: Buffer): Promise<void>;
  /** called after the last chunk, also if the content could not be read to its end */
  end(): Promise<void>;
}

/**
 * Reads a backup to its end and compares every file with the manifest.
 *
 * @param sink gets the files, before they are known to be whole; null: they are only compared
 * @param onProgress called with the number of bytes that were read since
 * @throws {UserError} if it is damaged, incomplete, of a newer version, or has files that no backup has
 */
export async function readBackup(
  path: string,
  files: HomeFiles,
  sink: BackupSink | null,
  onProgress: (bytes: number) => void = () => {},
): Promise<Manifest> {
  const file = await open(path, 'r');
  try {
    await requireArchive(path, file);
    return await read({ path, files, sink, onProgress }, file);
  } catch (error) {
    throw error instanceof TarError ? damagedBackup(path, error.message) : error;
  } finally {
    await file.close();
  }
}

async function requireArchive(path: string, file: FileHandle): Promise<void> {
  const { buffer } = await file.read(Buffer.alloc(TAR_BLOCK), 0, TAR_BLOCK, 0);
  if (hasTarMagic(buffer)) return;
  throw new UserError(`${path} is not a backup of Guildhall`, 'Nothing was changed. Choose another file.');
}

interface Reading {
  readonly path: string;
  readonly files: HomeFiles;
  readonly sink: BackupSink | null;
  onProgress(bytes: number): void;
}

async function read(reading: Reading, file: FileHandle): Promise<Manifest> {
  const { path, files } = reading;
  const hashes = new Map<string, string>();
  for await (const entry of readTar(file)) {
    if (entry.name === MANIFEST)
      return compare(path, parseManifest(path, await readText(path, entry)), hashes);
    if (!isKeptName(files, entry.name))
      throw damagedBackup(path, `it has a file named ${JSON.stringify(entry.name)}`);
    if (hashes.has(entry.name)) throw damagedBackup(path, `it has ${entry.name} twice`);
    hashes.set(entry.name, await readFile(reading, entry));
  }
  throw damagedBackup(path, 'it has no manifest');
}

/** @returns the SHA-256 of the content */
async function readFile({ sink, onProgress }: Reading, { name, content }: TarContent): Promise<string> {
  const hash = createHash('sha256');
  await sink?.begin(name);
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      await sink?.write(chunk);
      onProgress(chunk.length);
    }
  } finally {
    await sink?.end();
  }
  return hash.digest('hex');
}

async function readText(path: string, { size, content }: TarContent): Promise<string> {
  if (size > MAX_MANIFEST) throw damagedBackup(path, 'its manifest is too large');
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function compare(path: string, manifest: Manifest, hashes: ReadonlyMap<string, string>): Manifest {
  const names = Object.keys(manifest.files);
  if (names.length !== hashes.size) throw damagedBackup(path, 'files are missing in it, or are too many');
  for (const name of names) {
    if (hashes.get(name) !== manifest.files[name]?.sha256) throw damagedBackup(path, `${name} is damaged`);
  }
  return manifest;
}
