import { openSync, writeSync } from 'node:fs';
import { monotonicNow } from './monotonic.js';

/** Samples of a block: 10 ms. */
const BLOCK = 480;
const BLOCK_MS = 10;
/** How often blocks that are due are written, in milliseconds. */
const TICK_MS = 4;

/** What the test asks of this process. */
export interface PlayRequest {
  readonly id: number;
  readonly sound: Int16Array;
}

/** What it answers once the last block was written. */
export interface PlayReply {
  readonly id: number;
  /** when the first block and the last one were written, by `monotonicNow` */
  readonly startedAt: number;
  readonly endedAt: number;
  /** by how much a block was written too late at most, in milliseconds */
  readonly lateBy: number;
}

interface Playing {
  readonly request: PlayRequest;
  at: number;
  startedAt: number;
  lateBy: number;
}

/** Writes sound to the pipe of a source in real time: what was asked for, else silence, as a microphone never stops. */
class Feeder {
  readonly #requests: PlayRequest[] = [];
  #playing: Playing | null = null;
  #due = monotonicNow();

  constructor(
    private readonly pipe: number,
    private readonly reply: (reply: PlayReply) => void,
  ) {}

  add(request: PlayRequest): void {
    this.#requests.push(request);
  }

  writeDue(): void {
    for (const now = monotonicNow(); this.#due <= now; this.#due += BLOCK_MS) this.#writeBlock();
  }

  #writeBlock(): void {
    const now = monotonicNow();
    const next = this.#playing === null ? this.#requests.shift() : undefined;
    if (next !== undefined) this.#playing = { request: next, at: 0, startedAt: now, lateBy: 0 };
    const playing = this.#playing;
    const block = new Int16Array(BLOCK);
    if (playing !== null) {
      const { id, sound } = playing.request;
      block.set(sound.subarray(playing.at, playing.at + BLOCK));
      playing.at += BLOCK;
      playing.lateBy = Math.max(playing.lateBy, now - this.#due);
      if (playing.at >= sound.length) {
        this.reply({ id, startedAt: playing.startedAt, endedAt: now, lateBy: playing.lateBy });
        this.#playing = null;
      }
    }
    writeSync(this.pipe, Buffer.from(block.buffer));
  }
}

const feeder = new Feeder(openSync(String(process.argv[2]), 'w'), (reply) => process.send?.(reply));
process.on('message', (request: PlayRequest) => feeder.add(request));
process.once('disconnect', () => process.exit());
setInterval(() => feeder.writeDue(), TICK_MS);
process.send?.('ready');
