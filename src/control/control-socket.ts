import { lstat, rm } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import { createHttpServer } from '../net/http-server.js';
import type { PeerCheck } from '../net/peer-check.js';
import { serveAllowedPeers } from '../net/serve-allowed-peers.js';
import { UserError } from '../platform/errors.js';
import type { HomeFiles } from '../platform/home.js';
import type { Component } from '../platform/lifecycle.js';
import { listenPrivately, probeSocket } from '../platform/private-socket.js';
import { isRemoved } from '../platform/removed-file.js';
import { withSocketPath } from '../platform/socket-path.js';
import { errorBody } from './application.js';
import { ControlError } from './errors.js';

const REFUSALS = {
  forbidden: errorBody(new ControlError('forbidden', 'This home belongs to another user.')),
};

/** On Windows it is a named pipe. */
const isFile = process.platform !== 'win32';

/** The control socket. Clients that can open it and pass the check act for the daemon's person. */
export class ControlSocket implements Component {
  private constructor(
    private readonly server: Server,
    private readonly path: string,
  ) {}

  /** @param files of a home that exists @throws {UserError} if another process serves this home, or another file is in the way */
  static async listen(files: HomeFiles, peers: PeerCheck, listener: RequestListener): Promise<ControlSocket> {
    const path = files.controlSocket;
    if (isFile) await removeStaleSocket(path);
    const server = createHttpServer();
    peers.guard(server);
    serveAllowedPeers(server, peers, REFUSALS, listener);
    await listenPrivately(server, path);
    return new ControlSocket(server, path);
  }

  /** Listens again if the socket was removed from its folder; connections go on. @returns whether it did */
  async restore(): Promise<boolean> {
    const { path, server } = this;
    if (!isFile || !(await isRemoved(path))) return false;
    // Closing unlinks the path, so it comes first.
    if (server.listening) withSocketPath(path, () => server.close());
    await listenPrivately(server, path);
    return true;
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return this.server.closeAllConnections();
    const closed = close(this.server, this.path);
    this.server.closeAllConnections();
    await closed;
  }
}

function close(server: Server, path: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      withSocketPath(path, () => server.close(() => resolve()));
    } catch {
      // The home was removed. Closing would unlink a socket of the same name in the working directory.
      server.unref();
      resolve();
    }
  });
}

/** A killed daemon leaves its socket behind; if one answers, it is running. */
async function removeStaleSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (!found.isSocket()) {
    throw new UserError(
      `${path} is not a socket`,
      'Move it away: the daemon creates its control socket there.',
    );
  }
  if ((await probeSocket(path)) === 'answering') {
    throw new UserError(
      'a daemon or guildhall api is already running on this home',
      'Stop it with: guildhall stop. If it does not answer, see: guildhall doctor',
    );
  }
  await rm(path, { force: true });
}
