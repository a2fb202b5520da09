import { stat } from 'node:fs/promises';
import { release } from 'node:os';
import Type, { type Static } from 'typebox';
import type { HomeFiles } from '../../platform/home.js';
import { loadAddon } from '../../platform/native/binding.js';
import { VERSION } from '../../platform/version.js';
import { Nullable } from '../../protocol/schema.js';

/** Versions and paths that a person needs to report or find something. */
export const FactsSchema = Type.Object({
  version: Type.String(),
  /** of Node.js */
  node: Type.String(),
  /** the operating system with its release and architecture */
  system: Type.String(),
  /** why the native addon cannot be loaded; null: it can */
  addon_missing: Nullable(Type.String()),
  home: Type.String(),
  /** the size of the database with its log of changes, in bytes; null: there is none, e.g. with a remote service */
  store_bytes: Nullable(Type.Integer()),
  log: Type.String(),
  log_bytes: Nullable(Type.Integer()),
  /** the folder of backups that the console writes */
  backups: Type.String(),
});
export type Facts = Static<typeof FactsSchema>;

export async function readFacts(files: HomeFiles): Promise<Facts> {
  const [store, changes, log] = await Promise.all([
    sizeOf(files.database),
    sizeOf(`${files.database}-wal`),
    sizeOf(files.log),
  ]);
  const addon = loadAddon();
  return {
    version: VERSION,
    node: process.versions.node,
    system: `${process.platform} ${release()} ${process.arch}`,
    addon_missing: 'reason' in addon ? addon.reason : null,
    home: files.home,
    store_bytes: store === null ? null : store + (changes ?? 0),
    log: files.log,
    log_bytes: log,
    backups: files.backups,
  };
}

async function sizeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
