import { throttle } from '../../platform/coalesce.js';
import { KeyedLock } from '../../platform/keyed-lock.js';

/** How long to wait before one that broke off is opened again, in milliseconds. */
const RETRY_MS = 500;
/** whose turns: all inputs are opened and closed one after the other */
const INPUTS = 'inputs';

/** A recording under way. */
export interface InputStream {
  /** ends it; nothing is heard afterwards */
  stop(): Promise<void>;
}

export interface InputListener {
  /** the samples of the last moment: 16 bits each, signed, little-endian */
  heard(samples: Buffer): void;
  /** it ended by itself; nothing follows */
  broken(): void;
}

export interface InputStreamsOptions {
  /**
   * Opens an input by its id.
   *
   * @returns null if it is not there, or cannot be opened now
   */
  open(id: string, listener: InputListener): Promise<InputStream | null>;
  /** how loud an input was for the last moment */
  level(id: string, level: number): void;
}

/** The inputs that somebody listens to. One that is not there, or breaks off, is opened once it is back. */
export class InputStreams {
  readonly #wanted = new Map<string, InputStream | null>();
  readonly #turns = new KeyedLock();
  /** one that broke off may be back already: the change that told of it found it open */
  readonly #retryLater = throttle(RETRY_MS, () => void this.retry().catch(() => {}));

  constructor(private readonly options: InputStreamsOptions) {}

  /** @returns whether it is open */
  async listen(id: string): Promise<boolean> {
    if (!this.#wanted.has(id)) this.#wanted.set(id, null);
    await this.retry();
    return (this.#wanted.get(id) ?? null) !== null;
  }

  async unlisten(id: string): Promise<void> {
    await this.#turns.run(INPUTS, async () => {
      const stream = this.#wanted.get(id);
      this.#wanted.delete(id);
      await stream?.stop();
    });
  }

  /** Opens what is listened to and not open. */
  retry(): Promise<void> {
    return this.#turns.run(INPUTS, async () => {
      for (const [id, stream] of this.#wanted) if (stream === null) await this.#open(id);
    });
  }

  async #open(id: string): Promise<void> {
    let over = false;
    let stream: InputStream | null = null;
    const heard = (samples: Buffer) => {
      if (!over) this.options.level(id, levelOf(samples));
    };
    const broken = () => {
      over = true;
      // It may be another one that is open by then.
      if (stream === null || this.#wanted.get(id) !== stream) return;
      this.#wanted.set(id, null);
      this.#retryLater();
    };
    const opened = await this.options.open(id, { heard, broken });
    if (opened === null || over) return;
    stream = {
      stop: () => {
        over = true;
        return opened.stop();
      },
    };
    this.#wanted.set(id, stream);
  }
}

/** Silence, in dB of full scale: voice settings know nothing quieter. */
const SILENCE = -100;

/** How loud samples are (16 bits each, signed, little-endian), in dB of full scale from -100 to 0. */
export function levelOf(samples: Buffer): number {
  const count = Math.floor(samples.length / 2);
  let squares = 0;
  for (let index = 0; index < count; index += 1) squares += (samples.readInt16LE(index * 2) / 32_768) ** 2;
  if (squares === 0) return SILENCE;
  return Math.max(SILENCE, Math.min(0, 10 * Math.log10(squares / count)));
}
