import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Component } from '../platform/lifecycle.js';
import { OpenedFolder, writePrivateFile } from '../platform/private-file.js';

/** The content of `runtime.json`, by which programs find a running daemon (README.md, Where things run). */
export interface Runtime {
  readonly pid: number;
  readonly version: string;
  readonly rpc: { readonly host: string; readonly port: number };
  readonly api: { readonly url: string };
  readonly console: { readonly url: string };
  readonly started_at: string;
}

/** Publishes the running daemon's addresses until it stops. Where another home took the place of its own, it removes nothing. */
export async function publishRuntime(path: string, runtime: Runtime): Promise<Component> {
  const folder = await OpenedFolder.open(dirname(path));
  await writePrivateFile(path, `${JSON.stringify(runtime)}\n`);
  return {
    async stop() {
      if (await folder.isInPlace()) await rm(path, { force: true });
    },
  };
}
