import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../platform/clock.js';
import { OpenedFolder, writePrivateFile } from '../platform/files/private-file.js';
import { restoreIfRemoved } from '../platform/files/removed-file.js';
import type { Component } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';

/** The content of `runtime.json`, by which programs find a running daemon (README.md, Where things run). */
export interface Runtime {
  readonly pid: number;
  readonly version: string;
  readonly rpc: { readonly host: string; readonly port: number };
  /** the socket of RPC over IPC; null: there is none */
  readonly ipc: { readonly path: string } | null;
  readonly api: { readonly url: string };
  readonly console: { readonly url: string };
  readonly started_at: string;
}

export interface RuntimeFileOptions {
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Logger;
}

/**
 * Publishes the running daemon's addresses until it stops. A file that is removed meanwhile is written again. Where another
 * home took the place of its own, it writes and removes nothing.
 */
export async function publishRuntime(
  path: string,
  runtime: Runtime,
  { clock, log }: RuntimeFileOptions,
): Promise<Component> {
  const folder = await OpenedFolder.open(dirname(path));
  const write = () => writePrivateFile(path, `${JSON.stringify(runtime)}\n`);
  await write();
  const task = restoreIfRemoved({ path, folder, clock, log }, write);
  return {
    async stop() {
      await task.stop();
      if (await folder.isInPlace().catch(() => false)) await rm(path, { force: true });
    },
  };
}
