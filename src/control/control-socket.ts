import { chmod, lstat, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { UserError } from '../platform/errors.js';
import type { HomeFiles } from '../platform/home.js';
import type { Component } from '../platform/lifecycle.js';
import { makePrivateFolder } from '../platform/private-file.js';
import { assertOwnFolder } from './own-folder.js';

/** Serves on the control socket. Whoever may open it is the person the daemon belongs to. */
export async function listenOnControlSocket(files: HomeFiles, listener: RequestListener): Promise<Component> {
  const path = files.controlSocket;
  const isFile = process.platform !== 'win32';
  if (isFile) await prepareSocketPath(files);
  const server = createServer(listener);
  await listenPrivately(server, path);
  if (isFile) await chmod(path, 0o600);
  return {
    async stop() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Binds with a umask that leaves the socket to its owner from its first moment on. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const umask = process.umask(0o177);
    try {
      server.listen(path, () => {
        server.off('error', reject);
        resolve();
      });
    } finally {
      process.umask(umask);
    }
  });
}

async function prepareSocketPath(files: HomeFiles): Promise<void> {
  const folder = dirname(files.controlSocket);
  await makePrivateFolder(folder);
  if (folder !== files.home) await assertOwnFolder(folder);
  await removeStaleSocket(files.controlSocket);
}

/** A daemon that was killed leaves its socket behind; one that answers is alive and keeps it. */
async function removeStaleSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (!found.isSocket()) {
    throw new UserError(
      `${path} is in the way`,
      'Move it elsewhere: the daemon puts its control socket there.',
    );
  }
  if (await answers(path)) {
    throw new UserError('a daemon already runs on this home', 'Stop it with: guildhall stop');
  }
  await rm(path, { force: true });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (alive: boolean) => {
      socket.destroy();
      resolve(alive);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
