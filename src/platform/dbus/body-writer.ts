/** Writes values in the D-Bus wire format, little-endian. Each value is aligned to its size, counted from the start. */
export class BodyWriter {
  readonly #bytes: number[] = [];

  toBuffer(): Buffer {
    return Buffer.from(this.#bytes);
  }

  byte(value: number): void {
    this.#bytes.push(value & 0xff);
  }

  /** A negative number is written as two's complement. */
  uint32(value: number): void {
    this.align(4);
    for (let shift = 0; shift < 32; shift += 8) this.byte(value >>> shift);
  }

  /** also an object path */
  string(text: string): void {
    const bytes = Buffer.from(text.replaceAll('\0', ''));
    this.uint32(bytes.length);
    // Not as arguments of one call, of which there is a limit.
    for (const byte of bytes) this.#bytes.push(byte);
    this.#bytes.push(0);
  }

  signature(text: string): void {
    this.byte(text.length);
    this.#bytes.push(...Buffer.from(text), 0);
  }

  /**
   * An array. Its length does not count the padding before the first item.
   *
   * @param itemAlignment of the item's type: 4 for strings and numbers, 8 for structures and dictionary entries
   */
  array(itemAlignment: 4 | 8, writeItems: () => void): void {
    this.uint32(0);
    const lengthAt = this.#bytes.length - 4;
    this.align(itemAlignment);
    const start = this.#bytes.length;
    writeItems();
    const length = this.#bytes.length - start;
    for (let index = 0; index < 4; index += 1)
      this.#bytes[lengthAt + index] = (length >>> (8 * index)) & 0xff;
  }

  align(size: 4 | 8): void {
    while (this.#bytes.length % size !== 0) this.#bytes.push(0);
  }
}
