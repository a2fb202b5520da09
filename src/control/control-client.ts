import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import Type from 'typebox';
import { type Clock, systemClock } from '../platform/clock.js';
import { UsageError, UserError } from '../platform/errors.js';
import { LOOK_FOR_FILES_MS } from '../platform/files/removed-file.js';
import type { HomeFiles } from '../platform/home.js';
import { findLockHolder, isSuspended } from '../platform/processes/lock-holder.js';
import { type PeerCredentials, SystemPeerCredentials } from '../platform/processes/peer-credentials.js';
import { connectPrivately } from '../platform/sockets/private-socket.js';
import { parseJson } from '../platform/text/parse-json.js';
import { fillPath, type PathParameters } from '../protocol/declaration/path-template.js';
import { Nullable, type Validator, validator } from '../protocol/schema.js';
import { toUserError } from './doctor/finding.js';
import { guildhallCommand } from './doctor/guildhall-command.js';
import { findHomeProblems } from './doctor/home.js';
import { folderUseOf, requireTrustedHome } from './doctor/home-owner.js';
import type { Operation, StreamOperation } from './operation.js';
import { getStatus } from './operations/status.js';
import { watchForSilence } from './watch-for-silence.js';

const errorValidator = validator(
  Type.Object({
    error: Type.Object({ code: Type.String(), message: Type.String(), hint: Nullable(Type.String()) }),
  }),
);

/** The longest reply, or item of a stream, in characters; far more than any daemon sends. */
const MAX_TEXT = 64 * 1024 * 1024;
/** How long a reply may take to arrive completely once it has begun, in milliseconds. */
const REPLY_MS = 60_000;

/** No daemon answers on the home's control socket. */
export class NoDaemonError extends UserError {}

/** A daemon has the home, but it is suspended or hangs. */
export class NotAnsweringError extends UserError {}

/** A process has the home, but no control socket: it is starting or stopping, or no daemon. */
export class NoSocketError extends NotAnsweringError {}

/** The daemon cannot do this as it was started, e.g. with a remote service. */
export class UnavailableError extends UserError {}

/** The home belongs to `guildhall api`, which cannot do what only a daemon can. */
export class ServiceOnlyError extends UserError {}

export interface ControlClientOptions {
  /** of the command, for hints: whether another command needs `--home` to find the same home */
  readonly environment?: NodeJS.ProcessEnv;
  /** the words of the command, for hints */
  readonly command?: readonly string[];
  /** of the time after which a daemon that says nothing does not answer */
  readonly clock?: Clock;
  /** says what the command waits for */
  readonly note?: (text: string) => void;
  /** tells who serves the control socket */
  readonly credentials?: Pick<PeerCredentials, 'findUnixPeer'>;
}

/**
 * Calls the daemon of a home over its control socket. Errors are thrown as `UserError`, input that is not valid as
 * `UsageError`.
 */
export class ControlClient {
  constructor(
    private readonly files: HomeFiles,
    private readonly options: ControlClientOptions = {},
  ) {}

  /** @param signal ends the wait for the reply with an error */
  async call<Path extends string, Body, Reply>(
    operation: Operation<Path, Body, Reply>,
    params: PathParameters<Path>,
    body: Body,
    signal?: AbortSignal,
  ): Promise<Reply> {
    const response = await this.#send(operation, params, body, signal);
    return parse(await this.#readReply(response), operation.reply);
  }

  /** Yields the items of a stream. Leaving the loop ends the stream, and so does the signal, also before it opens. */
  async *stream<Path extends string, Body, Item>(
    operation: StreamOperation<Path, Body, Item>,
    params: PathParameters<Path>,
    body: Body,
    signal?: AbortSignal,
  ): AsyncGenerator<Item, void> {
    const response = await this.#send(operation, params, body, signal).catch((error: unknown) => {
      if (signal?.aborted) return null;
      throw error;
    });
    if (response === null) return;
    try {
      for await (const line of ndjson(response)) yield parse(line, operation.item);
    } catch (error) {
      if (signal?.aborted) return;
      throw error instanceof UserError
        ? error
        : new UserError('the daemon closed the connection before the end of its reply');
    } finally {
      response.destroy();
    }
  }

  async #send<Path extends string, Body>(
    operation: { readonly method: string; readonly path: Path },
    params: PathParameters<Path>,
    body: Body,
    signal: AbortSignal | undefined,
  ): Promise<IncomingMessage> {
    const response = await this.#open(operation.method, fillPath(operation.path, params), body, signal);
    if (response.statusCode === 200) return response;
    const reply = parse(await this.#readReply(response), errorValidator);
    const { code, message, hint } = reply.error;
    if (code === 'invalid') throw new UsageError(message, hint);
    if (code === 'service_only') throw new ServiceOnlyError(message, hint);
    throw code === 'unavailable' ? new UnavailableError(message, hint) : new UserError(message, hint);
  }

  async #open(
    method: string,
    path: string,
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<IncomingMessage> {
    const text = method === 'GET' ? '' : JSON.stringify(body);
    const headers =
      text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const socket = await this.#connect().catch(async (error) => {
      throw await this.#toUserError(error);
    });
    return new Promise((resolve, reject) => {
      const options = { createConnection: () => socket, method, path, headers };
      const outgoing = request(signal === undefined ? options : { ...options, signal }, resolve);
      const answered = new AbortController();
      outgoing.once('response', () => answered.abort());
      outgoing.once('error', (error) => {
        answered.abort();
        void this.#toUserError(error).then(reject, reject);
      });
      outgoing.end(text);
      const question = {
        createConnection: () => this.#dial(),
        method: getStatus.method,
        path: getStatus.path,
      };
      const refuse = (silence: UserError) => {
        // The answer may have come meanwhile.
        if (!answered.signal.aborted) outgoing.destroy(silence);
      };
      const waits = () =>
        void this.#waits(answered.signal).then((suspended) => suspended && refuse(suspended));
      const { clock = systemClock } = this.options;
      void watchForSilence(question, answered.signal, { clock, waits }).then(async (isSilent) => {
        if (isSilent) refuse(await this.#describeSilence());
      });
    });
  }

  async #readReply(response: IncomingMessage): Promise<string> {
    const cancel = (this.options.clock ?? systemClock).after(REPLY_MS, () => {
      response.destroy(new NotAnsweringError('the daemon did not finish its reply'));
    });
    try {
      return await readText(response);
    } catch (error) {
      throw await this.#toUserError(error as NodeJS.ErrnoException);
    } finally {
      cancel();
    }
  }

  /** Says what the command waits for. @returns the error if the daemon is suspended, which will not answer */
  async #waits(answered: AbortSignal): Promise<NotAnsweringError | null> {
    const pid = await this.#findDaemon();
    if (pid !== null && isSuspended(pid)) {
      return new NotAnsweringError(
        `the daemon (process ${pid}) is suspended`,
        `Let it continue with: kill -CONT ${pid}`,
      );
    }
    if (!answered.aborted) this.options.note?.(`waiting for ${named(pid)} to answer`);
    return null;
  }

  /** The id of the process that uses the home; null if it is unknown. */
  #findDaemon(): Promise<string | null> {
    return findLockHolder(this.files.lock).catch(() => null);
  }

  #dial(): Socket {
    return connectPrivately(this.files.controlSocket);
  }

  /** Connects to the daemon if it is one that may have what is sent to it: a token, for example. */
  async #connect(): Promise<Socket> {
    const { home } = this.files;
    const servers = await requireTrustedHome(home, this.options.command ?? ['status']);
    const socket = this.#dial();
    if (socket.connecting || socket.destroyed) await once(socket, 'connect');
    if (servers !== null) this.#requireServer(socket, servers);
    return socket;
  }

  /** Checks that the program at the other end is of one of these users. @throws {UserError} */
  #requireServer(socket: Socket, users: ReadonlySet<number>): void {
    const peer = (this.options.credentials ?? SystemPeerCredentials.load()).findUnixPeer(socket);
    if (typeof peer === 'object' && users.has(Number(peer.user))) return;
    socket.destroy();
    if (typeof peer !== 'object') {
      throw new UserError(`cannot determine which user serves the control socket of ${this.files.home}`);
    }
    throw new UserError(
      `the control socket of ${this.files.home} is served by the user ${peer.user}, not by the owner of the home`,
      'Choose a home of your own with --home.',
    );
  }

  /** What is wrong with the home itself: it is a file, or of another user. */
  async #findUnusableHome({ code }: NodeJS.ErrnoException): Promise<UserError | null> {
    // Windows does not distinguish a path through a file from a missing one.
    const isAbsent = code === 'ENOENT' && process.platform === 'win32';
    if (code !== 'EACCES' && code !== 'ENOTDIR' && !isAbsent) return null;
    const user = { uid: process.getuid?.() ?? null, command: this.options.command ?? ['status'] };
    const problems = await findHomeProblems(this.files.home, user).catch(() => []);
    const found = problems.find((each) =>
      isAbsent ? each.code === 'home_not_a_folder' : UNUSABLE.has(each.code),
    );
    if (found === undefined) return null;
    const { message, hint } = toUserError(found);
    return code === 'ENOTDIR' || isAbsent ? new NoDaemonError(message, hint) : new UserError(message, hint);
  }

  async #describeSilence(): Promise<NotAnsweringError> {
    const pid = await this.#findDaemon();
    return new NotAnsweringError(`${named(pid)} does not answer`, `See: ${this.#command('doctor')}`);
  }

  async #toUserError(error: NodeJS.ErrnoException): Promise<UserError> {
    if (error instanceof UserError) return error;
    const unusable = await this.#findUnusableHome(error);
    if (unusable !== null) return unusable;
    if (!isAbsence(error)) {
      const { message } = error.cause instanceof Error ? error.cause : error;
      return new UserError(`the daemon did not answer: ${message}`);
    }
    const { home } = this.files;
    const pid = await this.#findDaemon();
    if (pid !== null) {
      return new NoSocketError(
        `${named(pid)} has no control socket in ${home}`,
        `It is starting or stopping, or the socket was removed and is recreated within ${LOOK_FOR_FILES_MS / 1000} seconds: repeat the command. If that does not help, stop it with: kill ${pid}`,
      );
    }
    const isOther = folderUseOf(home, await readdir(home).catch(() => [])) === 'other';
    return new NoDaemonError(
      `no daemon is running for this home (${home})`,
      isOther
        ? 'The folder has only files of other programs: choose your home with --home.'
        : `Start it with: ${this.#command('start')}`,
    );
  }

  #command(word: string): string {
    return guildhallCommand({ home: this.files.home, environment: this.options.environment ?? {} }, word);
  }
}

/** Why nobody can be asked, whether or not a daemon runs. */
const UNUSABLE: ReadonlySet<string | null> = new Set([
  'home_not_a_folder',
  'home_of_another_user',
  'not_a_home',
]);

function named(pid: string | null): string {
  return pid === null ? 'the daemon' : `the daemon (process ${pid})`;
}

/** ENOTDIR: the home, or a folder above it, is a file. */
function isAbsence({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ECONNREFUSED';
}

function parse<T>(text: string, shape: Validator<T>): T {
  const value = parseJson(text);
  if (shape.is(value)) return value;
  throw new UserError(
    'the daemon sent a reply that this command does not understand',
    'If it is of another version, stop it with guildhall stop and start it again.',
  );
}

/** The lines of a stream with one JSON value per line; empty lines are heartbeats and omitted. */
export async function* ndjson(stream: Readable): AsyncGenerator<string, void> {
  stream.setEncoding('utf8');
  let rest = '';
  for await (const chunk of stream) {
    const [end = '', ...lines] = String(chunk).split('\n');
    // Only the chunk is searched: a long line comes in many.
    lines.unshift(rest + end);
    rest = lines.pop() ?? '';
    if (rest.length > MAX_TEXT) throw tooLong();
    yield* lines.filter((line) => line !== '');
  }
}

export async function readText(stream: Readable): Promise<string> {
  stream.setEncoding('utf8');
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.length > MAX_TEXT) throw tooLong();
  }
  return text;
}

function tooLong(): UserError {
  return new UserError(`the daemon sent more than ${MAX_TEXT / 2 ** 20} MiB at once`);
}
