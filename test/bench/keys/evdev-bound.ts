import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { inTime } from '../../helpers/eventually.js';

const PROGRAM = fileURLToPath(import.meta.resolve('./raw-evdev-process.js'));

/** A connection to the bound of keys from evdev. */
export class EvdevBound {
  private constructor(
    private readonly child: ChildProcess,
    readonly socket: WebSocket,
  ) {}

  /** @param device the path of an event device */
  static async start(device: string): Promise<EvdevBound> {
    const child = fork(PROGRAM, [device]);
    const [port] = (await inTime(once(child, 'message'), () => 'the bound of keys does not start')) as [
      number,
    ];
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    await once(socket, 'open');
    return new EvdevBound(child, socket);
  }

  stop(): void {
    this.socket.terminate();
    // It waits for keys in a thread, which would delay an orderly exit.
    this.child.kill('SIGKILL');
  }
}
