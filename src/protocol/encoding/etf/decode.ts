import { inflateSync } from 'node:zlib';
import { DecodeError, type DecodeMeter, tooManyTerms } from '../decode-meter.js';
import { asBuffer, type DecodeOptions, ExactNumber } from '../encoding.js';
import { readInteger } from './integer.js';
import { ETF_VERSION, TAGS } from './tags.js';

const ATOMS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['nil', null],
  ['null', null],
  ['true', true],
  ['false', false],
]);

/**
 * Decodes one term (docs/rpc.md, Connecting). Integers beyond 2^53 become text of their digits.
 *
 * @throws {DecodeError} if the bytes are not exactly one term within the limits
 */
export function decodeTerm(data: Uint8Array, meter: DecodeMeter, options?: DecodeOptions): unknown {
  meter.checkLength(data.length);
  return new TermReader(asBuffer(data), meter, options?.exactKey ?? null).read();
}

class TermReader {
  #at = 0;
  #depth = 0;
  #terms = 0;
  readonly #mostTerms: number;

  constructor(
    private readonly bytes: Buffer,
    private readonly meter: DecodeMeter,
    private readonly exactKey: string | null,
  ) {
    this.#mostTerms = meter.bounds.terms;
  }

  read(): unknown {
    try {
      return this.#root();
    } finally {
      // Counting in a field is cheaper than a call per term.
      this.meter.addTerms(this.#terms);
    }
  }

  #root(): unknown {
    if (this.#byte() !== ETF_VERSION) throw new DecodeError('not valid ETF: unknown version');
    if (this.bytes[this.#at] === TAGS.COMPRESSED) return this.#compressed();
    return this.#whole();
  }

  /** A compressed term must not contain another one. */
  #inflated(): unknown {
    try {
      return this.#whole();
    } finally {
      this.meter.addTerms(this.#terms);
    }
  }

  #whole(): unknown {
    const value = this.#term();
    if (this.#at !== this.bytes.length) throw new DecodeError('not valid ETF: bytes are left over');
    return value;
  }

  #term(): unknown {
    this.#takeTerms(1);
    const tag = this.#byte();
    switch (tag) {
      case TAGS.BINARY:
        return this.#utf8(this.#uint32());
      case TAGS.SMALL_INTEGER:
        return this.#byte();
      case TAGS.INTEGER:
        return this.bytes.readInt32BE(this.#take(4));
      case TAGS.MAP:
        return this.#nested(() => this.#map());
      case TAGS.LIST:
        return this.#nested(() => this.#list());
      case TAGS.NIL:
        return [];
      case TAGS.SMALL_ATOM:
        return this.#atom(this.#latin1(this.#byte()));
      case TAGS.ATOM:
        return this.#atom(this.#latin1(this.#uint16()));
      case TAGS.SMALL_ATOM_UTF8:
        return this.#atom(this.#utf8(this.#byte()));
      case TAGS.ATOM_UTF8:
        return this.#atom(this.#utf8(this.#uint16()));
      case TAGS.NEW_FLOAT:
        return this.#float();
      case TAGS.SMALL_BIG:
        return this.#integer(this.#byte());
      case TAGS.LARGE_BIG:
        return this.#integer(this.#uint32());
      case TAGS.STRING:
        return this.#byteList();
      case TAGS.SMALL_TUPLE:
        return this.#nested(() => this.#items(this.#byte()));
      case TAGS.LARGE_TUPLE:
        return this.#nested(() => this.#items(this.#uint32()));
      default:
        throw new DecodeError(`not valid ETF: unknown tag ${tag}`);
    }
  }

  #takeTerms(count: number): void {
    this.#terms += count;
    if (this.#terms > this.#mostTerms) throw tooManyTerms();
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    this.meter.checkDepth(this.#depth);
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #map(): Record<string, unknown> {
    const count = this.#count(2);
    const map: Record<string, unknown> = {};
    for (let index = 0; index < count; index += 1) {
      const key = this.#key();
      const value = this.#depth === 1 && key === this.exactKey ? this.#exactTerm() : this.#term();
      if (key === '__proto__') {
        // Assigning to `__proto__` would change the prototype; defining it creates an ordinary property.
        Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
      } else {
        map[key] = value;
      }
    }
    return map;
  }

  /** A term whose large integers are distinguished from text. */
  #exactTerm(): unknown {
    const tag = this.bytes[this.#at];
    const value = this.#term();
    const isDigits = typeof value === 'string' && (tag === TAGS.SMALL_BIG || tag === TAGS.LARGE_BIG);
    return isDigits ? new ExactNumber(value) : value;
  }

  #key(): string {
    const tag = this.bytes[this.#at];
    if (tag === TAGS.MAP || tag === TAGS.LIST || tag === TAGS.SMALL_TUPLE || tag === TAGS.LARGE_TUPLE) {
      throw new DecodeError('not valid ETF: a key is neither text nor an atom nor a number');
    }
    return String(this.#term());
  }

  #list(): unknown[] {
    const items = this.#items(this.#uint32());
    if (this.#byte() !== TAGS.NIL) throw new DecodeError('not valid ETF: a list has no proper end');
    return items;
  }

  #items(count: number): unknown[] {
    this.#fits(count);
    const items: unknown[] = [];
    for (let index = 0; index < count; index += 1) items.push(this.#term());
    return items;
  }

  #byteList(): number[] {
    const length = this.#uint16();
    const start = this.#take(length);
    this.#takeTerms(length);
    return [...this.bytes.subarray(start, this.#at)];
  }

  #atom(name: string): unknown {
    return ATOMS.has(name) ? ATOMS.get(name) : name;
  }

  #utf8(length: number): string {
    const start = this.#take(length);
    return this.bytes.utf8Slice(start, this.#at);
  }

  #latin1(length: number): string {
    const start = this.#take(length);
    return this.bytes.latin1Slice(start, this.#at);
  }

  #float(): number {
    const value = this.bytes.readDoubleBE(this.#take(8));
    // JSON cannot express these, and no field needs them.
    if (!Number.isFinite(value)) throw new DecodeError('not valid ETF: a float is not a number');
    return value;
  }

  #integer(length: number): number | string {
    const isNegative = this.#byte() !== 0;
    const start = this.#take(length);
    return readInteger(this.bytes, start, length, isNegative);
  }

  #compressed(): unknown {
    this.#at += 1;
    const size = this.#uint32();
    this.meter.takeInflated(size);
    let inflated: Buffer;
    try {
      // The declared size also limits the inflater.
      inflated = inflateSync(this.bytes.subarray(this.#at), { maxOutputLength: Math.max(size, 1) });
    } catch {
      throw new DecodeError('not valid ETF: cannot be inflated');
    }
    if (inflated.length !== size) throw new DecodeError('not valid ETF: inflates to another size');
    return new TermReader(inflated, this.meter, this.exactKey).#inflated();
  }

  #byte(): number {
    const at = this.#take(1);
    return this.bytes[at] ?? 0;
  }

  #uint16(): number {
    return this.bytes.readUInt16BE(this.#take(2));
  }

  #uint32(): number {
    return this.bytes.readUInt32BE(this.#take(4));
  }

  /** A count of pairs or items that fits into the remaining bytes. */
  #count(bytesEach: number): number {
    const count = this.#uint32();
    this.#fits(count * bytesEach);
    return count;
  }

  #fits(bytes: number): void {
    if (bytes > this.bytes.length - this.#at) throw new DecodeError('not valid ETF: ends too early');
  }

  /** Skips bytes. @returns where they start */
  #take(length: number): number {
    this.#fits(length);
    const start = this.#at;
    this.#at += length;
    return start;
  }
}
