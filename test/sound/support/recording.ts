import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { eventually } from '../../helpers/eventually.js';
import { fromBytes } from '../../helpers/sound/edit.js';
import { SAMPLE_RATE } from '../../helpers/sound/signals.js';
import { monotonicNow } from './monotonic.js';
import { prioritize } from './prioritize.js';

const BYTES_PER_FRAME = 4;
const ARGUMENTS = ['--raw', '--format=s16le', '--rate=48000', '--channels=2', '--latency-msec=10'];

/** What a source records, e.g. the monitor of a speaker, with the time of each sample; by parec. */
export class Recording {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #startedAt = Number.POSITIVE_INFINITY;

  private constructor(private readonly parec: ChildProcessByStdio<null, Readable, null>) {
    parec.stdout.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      // A chunk may be read late, never early: the earliest start that any of them implies is the closest.
      this.#startedAt = Math.min(this.#startedAt, monotonicNow() - this.#seconds * 1000);
    });
  }

  /** Records until `stop`; sound flows when this resolves. */
  static async start(source: string, environment: NodeJS.ProcessEnv): Promise<Recording> {
    const parec = spawn('parec', [...ARGUMENTS, `--device=${source}`], {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const recording = new Recording(parec);
    const ended = () => (parec.exitCode === null ? undefined : `parec ended with ${parec.exitCode}`);
    await eventually(() => recording.#bytes > 0, { ended });
    if (parec.pid !== undefined) await prioritize(parec.pid);
    return recording;
  }

  /** The sound so far: stereo, interleaved. */
  get stereo(): Int16Array {
    return fromBytes(Buffer.concat(this.#chunks));
  }

  /** The sound so far between two times, see `monotonicNow`: stereo, interleaved. */
  between(from: number, to: number): Int16Array {
    return this.stereo.slice(2 * this.#sampleAt(from), 2 * this.#sampleAt(to));
  }

  /**
   * When a sample louder than this was played for the first time.
   *
   * @param amplitude of a sample, 0–32767
   * @param after a time, see `monotonicNow`
   * @returns null if none was
   */
  firstAbove(amplitude: number, after: number): number | null {
    const { stereo } = this;
    const from = 2 * this.#sampleAt(after);
    const index = stereo.findIndex((sample, at) => at >= from && Math.abs(sample) > amplitude);
    return index === -1 ? null : this.#timeOf(index >> 1);
  }

  /** The same of the last such sample before a time. */
  lastAbove(amplitude: number, before: number): number | null {
    const part = this.stereo.subarray(0, 2 * this.#sampleAt(before));
    const index = part.findLastIndex((sample) => Math.abs(sample) > amplitude);
    return index === -1 ? null : this.#timeOf(index >> 1);
  }

  /** Waits until what is played now has been recorded. */
  async settle(): Promise<void> {
    const until = monotonicNow();
    await eventually(() => this.#timeOf(this.#bytes / BYTES_PER_FRAME) >= until);
  }

  async stop(): Promise<void> {
    if (this.parec.exitCode !== null || this.parec.signalCode !== null) return;
    const exited = once(this.parec, 'exit');
    this.parec.kill('SIGKILL');
    await exited;
  }

  get #seconds(): number {
    return this.#bytes / BYTES_PER_FRAME / SAMPLE_RATE;
  }

  #timeOf(sample: number): number {
    return this.#startedAt + (sample / SAMPLE_RATE) * 1000;
  }

  #sampleAt(time: number): number {
    return Math.max(0, Math.round(((time - this.#startedAt) / 1000) * SAMPLE_RATE));
  }
}
