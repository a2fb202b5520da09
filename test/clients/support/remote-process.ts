import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Call, CallResult } from './serve-calls.js';

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

/**
 * A process that performs calls with `serveCalls`: some libraries change what is global, and Node.js reads some settings,
 * additional certificates among them, only when a process starts.
 */
export class RemoteProcess {
  readonly #waiting = new Map<number, WaitingCall>();
  #lastId = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly other: (message: unknown) => void,
  ) {
    child.on('message', (message: CallResult) => this.#receive(message));
    child.once('exit', (code) => {
      for (const call of this.#waiting.values()) {
        call.reject(new RemoteError('the process of the client ended', code));
      }
    });
  }

  /**
   * @param program a module of these tests
   * @param environment besides this process's own
   * @param other receives messages that are not results
   */
  static start(
    program: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    other: (message: unknown) => void = () => undefined,
  ): RemoteProcess {
    const child = fork(program, args, { env: { ...process.env, ...environment } });
    return new RemoteProcess(child, other);
  }

  /** undefined if it could not be started */
  get pid(): number | undefined {
    return this.child.pid;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /**
   * @param timeoutMs the process is killed if the call takes longer; by default it may take as long as it wants
   * @throws {RemoteError} if the operation fails, or the process ends
   */
  async call(operation: string, args: readonly unknown[], timeoutMs?: number): Promise<unknown> {
    const call: Call = { id: ++this.#lastId, operation, args };
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.child.kill(), timeoutMs);
    const result = new Promise((resolve, reject) => {
      this.#waiting.set(call.id, { resolve, reject });
      this.child.send(call);
    });
    return await result.finally(() => clearTimeout(timer));
  }

  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }

  #receive(message: CallResult): void {
    if (message.kind !== 'result' && message.kind !== 'failure') {
      this.other(message);
      return;
    }
    const call = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'result') call?.resolve(message.value);
    else call?.reject(new RemoteError(message.message, message.code));
  }
}
