import { setImmediate } from 'node:timers/promises';

/** A reply that is already JSON text, e.g. from a cache. */
export class JsonText {
  /** the type and the length, names and values in turn */
  readonly headers: readonly string[];

  /** @param bytes the text in UTF-8, one character for each byte: it is written fastest so */
  private constructor(readonly bytes: string) {
    // Without a charset, because some clients accept nothing else as JSON.
    this.headers = ['content-type', 'application/json', 'content-length', String(bytes.length)];
  }

  static from(text: string): JsonText {
    return new JsonText(toBytes(text));
  }

  /** The text of a list that may be long. Yields to the event loop between its parts. */
  static async list(values: Iterable<unknown>): Promise<JsonText> {
    let bytes = '';
    let turn = 0;
    for (const value of values) {
      const item = toBytes(JSON.stringify(value));
      bytes += bytes === '' ? item : `,${item}`;
      turn += item.length;
      if (turn < MAX_TURN) continue;
      turn = 0;
      await nextTurn();
    }
    return new JsonText(`[${bytes}]`);
  }

  get text(): string {
    return Buffer.from(this.bytes, 'latin1').toString();
  }
}

/** How much of a list is made in one turn, in bytes. */
const MAX_TURN = 64 * 1024;

let lastTurn: Promise<void> = Promise.resolve();

/** Lists in progress take turns: one part in each iteration of the event loop. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

function toBytes(text: string): string {
  const isAscii = Buffer.byteLength(text) === text.length;
  return isAscii ? text : Buffer.from(text).toString('latin1');
}

/** A success with a status other than the declared one; a `body` of null means that there is none. */
export class ReplyWithStatus {
  constructor(
    readonly status: number,
    readonly body: object | null,
  ) {}
}

/** What the handler of an operation returns. */
export type HandlerResult<Body> = Body | JsonText | ReplyWithStatus;
