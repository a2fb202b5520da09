import { lstat, rename, rm } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import { closeHttpServer } from '../../net/http/close-http-server.js';
import { HttpDrain } from '../../net/http/http-drain.js';
import { createHttpServer } from '../../net/http/http-server.js';
import { serveAllowedPeers } from '../../net/http/serve-allowed-peers.js';
import type { PeerCheck } from '../../net/peer-check.js';
import { UserError } from '../../platform/errors.js';
import { identityOf, OpenedFolder, writePrivateFile } from '../../platform/files/private-file.js';
import { type RestoredFile, restoreIfRemoved } from '../../platform/files/removed-file.js';
import type { HomeFiles } from '../../platform/home.js';
import type { Component, Lifecycle } from '../../platform/lifecycle.js';
import { listenPrivately, probeSocket, randomPipeName } from '../../platform/sockets/private-socket.js';
import { ControlError } from '../errors.js';
import {
  type AnyContext,
  ControlApplication,
  type ControlApplicationOptions,
  errorBody,
  FINISH_WITHIN_MS,
} from './application.js';

const REFUSALS = {
  forbidden: errorBody(new ControlError('forbidden', 'This home belongs to another user.')),
};

/** On Windows it is a file with the name of a named pipe. */
const isFile = process.platform !== 'win32';

type EndServer = (server: Server) => Promise<void>;

/** The control socket. Clients that can open it and pass the check act for the daemon's person. */
export class ControlSocket implements Component {
  /** of the socket that was made */
  #identity = '';

  private constructor(
    private readonly server: Server,
    private readonly path: string,
    private readonly folder: OpenedFolder,
    private readonly end: EndServer,
  ) {}

  /**
   * @param files of a home that exists
   * @param end ends the server
   * @throws {UserError} if another process serves this home, or another file is in the way
   */
  static async listen(
    files: HomeFiles,
    peers: PeerCheck,
    listener: RequestListener,
    end: EndServer = closeHttpServer,
  ): Promise<ControlSocket> {
    const path = files.controlSocket;
    await removeStaleSocket(path);
    const server = createHttpServer();
    peers.guard(server);
    serveAllowedPeers(server, peers, REFUSALS, listener);
    const socket = new ControlSocket(server, path, await OpenedFolder.open(files.home), end);
    await socket.#bind();
    return socket;
  }

  /** Listens again whenever the socket was removed from its home, until it is stopped. */
  restoreIfRemoved(options: Pick<RestoredFile, 'clock' | 'log'>): Component {
    const { folder, path } = this;
    return restoreIfRemoved({ path, folder, ...options }, () => this.restore());
  }

  /** Listens again; connections continue. */
  async restore(): Promise<void> {
    if (this.server.listening) this.server.close();
    await this.#bind();
  }

  async stop(): Promise<void> {
    await this.#remove();
    await this.end(this.server);
  }

  /**
   * Binds to another path and renames it: a server that is closed unlinks the path that it was bound to, where the socket of another
   * process may be by then.
   */
  async #bind(): Promise<void> {
    const { path, server } = this;
    const bound = `${path}.${process.pid}`;
    if (isFile) await listenPrivately(server, bound);
    else await listenOnPipe(server, bound);
    this.#identity = await identityOf(bound);
    await rename(bound, path);
  }

  /** Removes the socket, unless another one is in its place. */
  async #remove(): Promise<void> {
    const { folder, path } = this;
    const isOwn = async () => (await folder.isInPlace()) && (await identityOf(path)) === this.#identity;
    if (await isOwn().catch(() => false)) await rm(path, { force: true });
  }
}

/** Listens on a named pipe, and writes its name into a file. */
async function listenOnPipe(server: Server, file: string): Promise<void> {
  const name = randomPipeName();
  await listenPrivately(server, name);
  await writePrivateFile(file, `${name}\n`);
}

/** A killed daemon leaves its socket behind; if one answers, it is running. */
async function removeStaleSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (isFile ? !found.isSocket() : !found.isFile()) {
    throw new UserError(
      `${path} is not ${isFile ? 'a socket' : 'a file'}`,
      'Move it away: the daemon creates its control socket there.',
    );
  }
  // A pipe ends with its program, so its name says nothing; the lock of the home has told already whether one runs.
  if (isFile && (await probeSocket(path)) === 'answering') {
    throw new UserError(
      'a daemon or guildhall api is already running on this home',
      'Stop it with: guildhall stop. If it does not answer, see: guildhall doctor',
    );
  }
  await rm(path, { force: true });
}

export interface ServedControl<Context extends AnyContext>
  extends Pick<ControlApplicationOptions<Context>, 'control' | 'operations' | 'unknown'> {
  readonly files: HomeFiles;
  /** decides who may connect to the control socket, besides its file mode */
  readonly socketPeers: PeerCheck;
}

/** Serves operations to the CLI until the lifecycle ends. @throws {UserError} if the home is in use */
export async function serveControlSocket<Context extends AnyContext>(
  { files, socketPeers, ...options }: ServedControl<Context>,
  lifecycle: Lifecycle,
): Promise<void> {
  const { control } = options;
  const application = new ControlApplication<Context>({ ...options, prefix: '', caller: 'cli' });
  const end: EndServer = (server) => {
    application.endStreams();
    return new HttpDrain(server).finish(control.clock, FINISH_WITHIN_MS);
  };
  const socket = await ControlSocket.listen(files, socketPeers, application.listener, end);
  lifecycle.add('control socket', socket);
  lifecycle.add('control socket check', socket.restoreIfRemoved(control));
}
