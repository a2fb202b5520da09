import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inTime } from '../../helpers/eventually.js';
import { SAMPLE_RATE } from '../../helpers/sound/signals.js';
import type { PlayReply, PlayRequest } from './microphone-process.js';
import { prioritize } from './prioritize.js';

const PROCESS = fileURLToPath(import.meta.resolve('./microphone-process.js'));

/** A microphone without a device: sound is written to the pipe of a source in real time, by a separate process. */
export class Microphone {
  readonly #replies = new Map<number, (reply: PlayReply) => void>();
  #requests = 0;

  private constructor(private readonly process: ChildProcess) {
    process.on('message', (reply: PlayReply) => {
      this.#replies.get(reply.id)?.(reply);
      this.#replies.delete(reply.id);
    });
  }

  /** @param pipe the file of a `module-pipe-source`, mono at 48 kHz */
  static async start(pipe: string): Promise<Microphone> {
    const child = fork(PROCESS, [pipe], { serialization: 'advanced', execArgv: [] });
    await inTime(once(child, 'message'), () => 'the process of the microphone does not start');
    if (child.pid !== undefined) await prioritize(child.pid);
    return new Microphone(child);
  }

  /** Plays a sound into it after those before. @returns when its first and last block were written */
  play(sound: Int16Array): Promise<PlayReply> {
    this.#requests += 1;
    const request: PlayRequest = { id: this.#requests, sound };
    const played = new Promise<PlayReply>((resolve) => this.#replies.set(request.id, resolve));
    this.process.send(request);
    const share = 1 + sound.length / SAMPLE_RATE / 5;
    return inTime(played, () => 'the microphone does not play', share);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await exited;
  }
}
