/** What is sent: a kind, four bytes of length, and so many bytes. */
export interface Unit {
  readonly kind: number;
  readonly data: Buffer;
}

export const KINDS = { HELLO: 0, FRAME: 1, CLOSE: 2, PING: 3 } as const;
const HEADER = 5;

export function encodeUnit(kind: number, data: string | Uint8Array): Buffer {
  const bytes = Buffer.from(data);
  const unit = Buffer.alloc(HEADER + bytes.length);
  unit.writeUInt8(kind, 0);
  unit.writeUInt32BE(bytes.length, 1);
  unit.set(bytes, HEADER);
  return unit;
}

/** A unit is longer than allowed. */
export class UnitTooLongError extends Error {
  override readonly name = 'UnitTooLongError';
}

/** Takes units off a stream. */
export class UnitReader {
  #rest: Buffer = Buffer.alloc(0);

  /** @param most bytes of one unit's data */
  constructor(private readonly most: number) {}

  /** Whether a unit has begun and is not whole. */
  get isUnfinished(): boolean {
    return this.#rest.length > 0;
  }

  /** @throws {UnitTooLongError} as soon as a length says so */
  *read(chunk: Buffer): Generator<Unit> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= HEADER) {
      const length = this.#rest.readUInt32BE(1);
      if (length > this.most) throw new UnitTooLongError();
      if (this.#rest.length < HEADER + length) return;
      const unit = { kind: this.#rest.readUInt8(0), data: this.#rest.subarray(HEADER, HEADER + length) };
      this.#rest = this.#rest.subarray(HEADER + length);
      yield unit;
    }
  }
}
