import { DBusError } from './dbus-error.js';

/**
 * Reads values in the D-Bus wire format.
 *
 * @throws {DBusError} if a value is truncated
 */
export class BodyReader {
  #offset = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly littleEndian: boolean,
  ) {}

  get offset(): number {
    return this.#offset;
  }

  byte(): number {
    const at = this.#take(1);
    return this.bytes[at] ?? 0;
  }

  uint32(): number {
    this.align(4);
    const at = this.#take(4);
    return this.littleEndian ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at);
  }

  /** also an object path */
  string(): string {
    return this.#text(this.uint32());
  }

  signature(): string {
    return this.#text(this.byte());
  }

  align(size: 4 | 8): void {
    this.#take((size - (this.#offset % size)) % size);
  }

  #text(length: number): string {
    const at = this.#take(length + 1);
    return this.bytes.toString('utf8', at, at + length);
  }

  #take(length: number): number {
    const at = this.#offset;
    if (length > this.bytes.length - at) throw new DBusError('the session bus sent a truncated message');
    this.#offset = at + length;
    return at;
  }
}
