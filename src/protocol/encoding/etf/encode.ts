import { ExactNumber } from '../encoding.js';
import { ETF_VERSION, TAGS } from './tags.js';

const INT32_MIN = -0x8000_0000;
const INT32_MAX = 0x7fff_ffff;
const FIRST_SIZE = 16 * 1024;
/** Integers of up to 39 digits have up to 17 bytes; the decoder reads up to 16. */
const INTEGER = /^-?[0-9]{1,39}$/;
const MAX_INTEGER_BYTES = 17;

/** Writes terms into a growing buffer. One instance is enough, because encoding is synchronous. */
class TermWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_SIZE);
  #end = 0;

  /** Encodes one value into a new buffer. */
  write(value: unknown): Uint8Array {
    this.#end = 0;
    this.#room(1);
    this.#bytes[this.#end++] = ETF_VERSION;
    this.#value(value);
    const written = Buffer.allocUnsafe(this.#end);
    this.#bytes.copy(written, 0, 0, this.#end);
    return written;
  }

  #value(value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.#string(value);
        break;
      case 'number':
        this.#number(value);
        break;
      case 'boolean':
        this.#atom(value ? 'true' : 'false');
        break;
      case 'object':
        if (value === null) this.#atom('nil');
        else if (Array.isArray(value)) this.#list(value);
        else if (value instanceof ExactNumber) this.#exactNumber(value);
        else this.#map(value as Record<string, unknown>);
        break;
      default:
        this.#atom('nil');
    }
  }

  #string(text: string): void {
    // A UTF-16 code unit takes at most three bytes of UTF-8.
    this.#room(5 + text.length * 3);
    const bytes = this.#bytes;
    const start = this.#end + 5;
    const length = bytes.write(text, start);
    bytes[this.#end] = TAGS.BINARY;
    bytes.writeUInt32BE(length, this.#end + 1);
    this.#end = start + length;
  }

  #number(value: number): void {
    this.#room(12);
    const bytes = this.#bytes;
    if (!Number.isInteger(value) || Object.is(value, -0) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      bytes[this.#end] = TAGS.NEW_FLOAT;
      bytes.writeDoubleBE(value, this.#end + 1);
      this.#end += 9;
    } else if (value >= 0 && value <= 0xff) {
      bytes[this.#end] = TAGS.SMALL_INTEGER;
      bytes[this.#end + 1] = value;
      this.#end += 2;
    } else if (value >= INT32_MIN && value <= INT32_MAX) {
      bytes[this.#end] = TAGS.INTEGER;
      bytes.writeInt32BE(value, this.#end + 1);
      this.#end += 5;
    } else {
      this.#bigInteger(value);
    }
  }

  #exactNumber({ text }: ExactNumber): void {
    if (!INTEGER.test(text)) {
      this.#number(Number(text));
      return;
    }
    this.#room(3 + MAX_INTEGER_BYTES);
    const integer = BigInt(text);
    const bytes = this.#bytes;
    const head = this.#end;
    bytes[head] = TAGS.SMALL_BIG;
    bytes[head + 2] = integer < 0n ? 1 : 0;
    let length = 0;
    for (let rest = integer < 0n ? -integer : integer; rest > 0n; rest >>= 8n) {
      bytes[head + 3 + length] = Number(rest & 0xffn);
      length += 1;
    }
    bytes[head + 1] = length;
    this.#end = head + 3 + length;
  }

  #bigInteger(value: number): void {
    const bytes = this.#bytes;
    const head = this.#end;
    bytes[head] = TAGS.SMALL_BIG;
    bytes[head + 2] = value < 0 ? 1 : 0;
    let length = 0;
    for (let rest = Math.abs(value); rest > 0; rest = Math.floor(rest / 256)) {
      bytes[head + 3 + length] = rest % 256;
      length += 1;
    }
    bytes[head + 1] = length;
    this.#end = head + 3 + length;
  }

  #atom(name: string): void {
    this.#room(2 + name.length);
    this.#bytes[this.#end] = TAGS.SMALL_ATOM;
    this.#bytes[this.#end + 1] = name.length;
    this.#bytes.write(name, this.#end + 2, 'latin1');
    this.#end += 2 + name.length;
  }

  #list(values: readonly unknown[]): void {
    if (values.length > 0) {
      this.#header(TAGS.LIST, values.length);
      for (const value of values) this.#value(value);
    }
    this.#room(1);
    this.#bytes[this.#end++] = TAGS.NIL;
  }

  #map(map: Record<string, unknown>): void {
    const keys = Object.keys(map).filter((key) => map[key] !== undefined);
    this.#header(TAGS.MAP, keys.length);
    for (const key of keys) {
      this.#string(key);
      this.#value(map[key]);
    }
  }

  #header(tag: number, count: number): void {
    this.#room(5);
    this.#bytes[this.#end] = tag;
    this.#bytes.writeUInt32BE(count, this.#end + 1);
    this.#end += 5;
  }

  #room(needed: number): void {
    if (this.#end + needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#end + needed));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

const writer = new TermWriter();

/** Encodes a value like the reference encoder (docs/rpc.md, Connecting); undefined properties are omitted. */
export function encodeTerm(value: unknown): Uint8Array {
  return writer.write(value);
}
