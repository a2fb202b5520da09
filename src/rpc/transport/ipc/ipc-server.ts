import { lstat, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { FrameDeadlines } from '../../../net/frames/frame-deadlines.js';
import { UnreadReplies } from '../../../net/http/unread-replies.js';
import { waitAtMost } from '../../../platform/async/promises.js';
import { messageOf } from '../../../platform/errors.js';
import { createFolder } from '../../../platform/files/create-folder.js';
import { restoreIfRemoved } from '../../../platform/files/removed-file.js';
import { hasCode } from '../../../platform/files/text-file.js';
import type { Component } from '../../../platform/lifecycle.js';
import { FaultBoundary } from '../../../platform/processes/fault-boundary.js';
import { ipcPath } from '../../../platform/sockets/ipc-folder.js';
import { listenPrivately, probeSocket } from '../../../platform/sockets/private-socket.js';
import { RPC_CLOSES } from '../../../protocol/rpc/close-codes.js';
import { IPC_NAMES } from '../../../protocol/rpc/ipc.js';
import type { SocketAddress, Transport, TransportContext } from '../transport.js';
import { IpcChannel } from './ipc-channel.js';
import { findLinkedFolders, IpcLinks } from './ipc-links.js';

/** On Windows the servers are named pipes, which leave nothing behind. */
const isFile = process.platform !== 'win32';
/** The longest path that clients can connect to, in bytes. */
const MAX_PATH = process.platform === 'linux' ? 107 : 103;
/** Connections that have sent no handshake; one more closes the oldest. */
const MAX_SILENT = 64;
/** How long connections may take to close when the server stops, in milliseconds. */
const STOP_MS = 2_000;

/** The sockets where games and overlays of this person look for RPC: the first free of ten (docs/rpc.md, IPC). */
export class IpcServer implements Transport {
  readonly address: SocketAddress;
  readonly #channels = new Set<IpcChannel>();
  readonly #server: Server;
  readonly #deadlines: FrameDeadlines<IpcChannel>;
  readonly #unread: UnreadReplies;
  readonly #restoring: Component | null;

  private constructor(
    private readonly folder: string,
    private readonly context: TransportContext,
    server: Server,
    private readonly links: IpcLinks,
  ) {
    const { clock, limits, log } = context;
    const { socketPath: path } = links;
    this.address = {
      path,
      get links() {
        return links.paths;
      },
    };
    this.#server = server;
    const unfinished = { seconds: limits.frameSeconds, totalBytes: limits.unfinishedBytes };
    this.#deadlines = new FrameDeadlines(unfinished, clock, (channel) => {
      channel.close(RPC_CLOSES.SLOW_FRAME);
      channel.terminate();
    });
    this.#unread = new UnreadReplies(clock);
    server.on('connection', (socket) => this.#accept(socket));
    server.on('error', (error) => log.warn({ err: error }, 'RPC over IPC failed'));
    // Connections continue. The folder is recreated when its person logs in again.
    const restored = { path, folder: null, clock, log };
    this.#restoring = isFile ? restoreIfRemoved(restored, () => this.#listenAgain()) : null;
  }

  /**
   * Listens on the first free socket of the folder. The RPC port works without, so what prevents it is logged.
   *
   * @returns null if it is off, or no socket is available
   */
  static async open(this: void, context: TransportContext): Promise<IpcServer | null> {
    const { ipcFolder: folder, ipcLinks, localPeers, log } = context;
    if (folder === null) return null;
    try {
      if (isFile) await createFolder(folder, 0o700);
      await removeStaleSockets(folder);
      for (const linked of await findLinkedFolders(folder)) await removeStaleSockets(linked);
      for (const path of pathsIn(folder)) {
        const server = createServer();
        localPeers.guard(server);
        if (!(await listen(server, path))) continue;
        const links = new IpcLinks(path, log);
        // First: a game may connect while the links are made.
        const opened = new IpcServer(folder, context, server, links);
        if (ipcLinks && isFile) {
          await links.create().catch((error: unknown) => {
            log.warn({ folder, reason: messageOf(error) }, 'no links for sandboxed games');
          });
        }
        return opened;
      }
      log.warn({ folder }, 'no RPC over IPC: all sockets are in use by other programs');
    } catch (error) {
      log.warn({ folder, reason: messageOf(error) }, 'no RPC over IPC');
    }
    return null;
  }

  async stop(): Promise<void> {
    await this.#restoring?.stop();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const channel of this.#channels) channel.close(RPC_CLOSES.GOING_AWAY);
    await waitAtMost(this.context.clock, STOP_MS, closed);
    for (const channel of this.#channels) channel.terminate();
    await this.#deadlines.stop();
    await this.links.remove();
    await removeStaleSockets(this.folder).catch(() => {});
  }

  #accept(socket: Socket): void {
    const { acceptor, clock, limits, localPeers, log, peerProcesses } = this.context;
    const process = peerProcesses.findLocal(socket);
    const boundary = new FaultBoundary('IPC connection', log, () => socket.destroy());
    const channel = new IpcChannel(socket, {
      frameBytes: limits.frameBytes,
      deadlines: this.#deadlines,
      unread: this.#unread,
      boundary,
      clock,
      handshake: (hello) => {
        cancelDeadline();
        return acceptor.accept(channel, {
          version: textOf(hello, 'v'),
          // No client names another one.
          encoding: 'json',
          clientId: textOf(hello, 'client_id'),
          origin: null,
          isAllowedUser: localPeers.isAllowed(socket),
          isUnnamedPage: false,
          local: {
            process: process ?? '',
            group: process === null ? '' : peerProcesses.groupOf(process),
            isRunning: () => process !== null && peerProcesses.isRunning(process),
          },
          findPeer: () => peerProcesses.findAtUnixSocket(socket, process),
        });
      },
    });
    const cancelDeadline = clock.after(limits.authenticateSeconds * 1000, () =>
      channel.close(RPC_CLOSES.NOT_AUTHENTICATED_IN_TIME),
    );
    this.#channels.add(channel);
    this.#unread.follow(socket);
    socket.once('close', () => {
      cancelDeadline();
      this.#channels.delete(channel);
    });
    this.#closeOldestSilent();
  }

  #closeOldestSilent(): void {
    const silent = [...this.#channels].filter(({ hasHandshake }) => !hasHandshake);
    for (const channel of silent.slice(0, -MAX_SILENT)) {
      channel.close(RPC_CLOSES.DISPLACED);
      // Its end is not awaited: others arrive faster than that.
      channel.terminate();
      this.#channels.delete(channel);
    }
  }

  async #listenAgain(): Promise<void> {
    // Closing unlinks the path, so it comes first.
    if (this.#server.listening) this.#server.close();
    await listenPrivately(this.#server, this.address.path);
    await this.links.remove();
    if (this.context.ipcLinks) await this.links.create();
  }
}

function* pathsIn(folder: string): Generator<string> {
  for (const name of IPC_NAMES) {
    const path = ipcPath(folder, name);
    if (!isFile || Buffer.byteLength(path) <= MAX_PATH) yield path;
  }
}

/** @returns false if another program has the path */
async function listen(server: Server, path: string): Promise<boolean> {
  try {
    await listenPrivately(server, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE') || hasCode(error, 'EACCES')) return false;
    throw error;
  }
}

/** Removes sockets of this user that nobody listens on: some clients take the first name that they find. */
async function removeStaleSockets(folder: string): Promise<void> {
  if (!isFile) return;
  for (const path of pathsIn(folder)) {
    const found = await lstat(path).catch(() => null);
    const isOwn = found?.isSocket() === true && found.uid === process.getuid?.();
    if (isOwn && (await probeSocket(path)) === 'refusing') await rm(path, { force: true });
  }
}

/** A field of the handshake; some clients send the version as text. A larger number would be that of another application. */
function textOf(hello: object, name: string): string | null {
  const value: unknown = Object.hasOwn(hello, name) ? Reflect.get(hello, name) : null;
  return typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : null;
}
