import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PATIENCE } from '../../helpers/patience.js';
import type { Call, Report, SignedIn } from './client-process.js';
import { EventLog } from './event-log.js';
import type { GuildClient, GuildOperations, Login } from './guild-client.js';

/** How long a library may take to sign in, in milliseconds. */
const LOGIN_TIMEOUT = 3 * PATIENCE;

/**
 * Logs in with a library that runs in a process of its own: Node.js reads some settings, additional certificates
 * among them, only when a process starts.
 *
 * @param library a name of `client-process.ts`
 * @param environment besides this process's own
 */
export function loginInProcess(library: string, environment: Readonly<Record<string, string>>): Login {
  return async (apiUrl, token) => {
    const program = fileURLToPath(import.meta.resolve('./client-process.js'));
    const remote = new RemoteProcess(fork(program, [library], { env: { ...process.env, ...environment } }));
    try {
      return await remote.login(apiUrl, token);
    } catch (error) {
      await remote.stop();
      throw error;
    }
  };
}

/** How an operation failed in the other process, with the code that the library's error had. */
class RemoteError extends Error {
  constructor(
    message: string,
    readonly code: unknown,
  ) {
    super(message);
  }
}

interface WaitingCall {
  resolve(value: unknown): void;
  reject(error: RemoteError): void;
}

class RemoteProcess {
  readonly #log = new EventLog();
  readonly #waiting = new Map<number, WaitingCall>();
  #lastId = 0;

  constructor(private readonly child: ChildProcess) {
    child.on('message', (report: Report) => this.#receive(report));
    child.once('exit', (code) => {
      for (const call of this.#waiting.values()) {
        call.reject(new RemoteError('the process of the client ended', code));
      }
    });
  }

  /** @throws {RemoteError} if the library fails, or takes longer than `LOGIN_TIMEOUT` */
  async login(apiUrl: string, token: string): Promise<GuildClient> {
    // Libraries retry for ever.
    const timer = setTimeout(() => this.child.kill(), LOGIN_TIMEOUT);
    const reply = await this.#call('login', [apiUrl, token]).finally(() => clearTimeout(timer));
    const { operations, silent } = reply as SignedIn;
    const calls = operations.map((name) => [name, (...args: unknown[]) => this.#call(name, args)]);
    // The adapter in the other process has the operations of the interface; its results are of their types.
    const methods: GuildOperations = Object.fromEntries(calls);
    return { ...methods, log: this.#log, silent: new Set(silent), close: () => this.stop() };
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }

  #call(operation: string, args: readonly unknown[]): Promise<unknown> {
    const call: Call = { id: ++this.#lastId, operation, args };
    return new Promise((resolve, reject) => {
      this.#waiting.set(call.id, { resolve, reject });
      this.child.send(call);
    });
  }

  #receive(report: Report): void {
    if ('event' in report) {
      this.#log.add(report.kind, report.event);
      return;
    }
    const call = this.#waiting.get(report.id);
    this.#waiting.delete(report.id);
    if (report.kind === 'result') call?.resolve(report.value);
    else call?.reject(new RemoteError(report.message, report.code));
  }
}
