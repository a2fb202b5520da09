/** A zlib header (RFC 1950 §2.2) for a window of up to 32 KiB, without a dictionary. */
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
/** An empty stored block: how zlib flushes. */
const SYNC_FLUSH = Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]);
/** A stored block has at most so many bytes (RFC 1951 §3.2.4). */
const MOST_BYTES = 0xffff;

/**
 * Writes bytes into a zlib stream as they are, flushed: what a stream can begin with before a deflate context is worth its
 * memory. A raw deflate context may continue the stream after it.
 *
 * @param bytes at most 65,535
 * @param isFirst whether the stream begins with it
 * @throws {RangeError} if there are more bytes than a block can hold
 */
export function storedBlock(bytes: Uint8Array, isFirst: boolean): Buffer {
  if (bytes.length > MOST_BYTES) throw new RangeError('too long for a stored block');
  const header = Buffer.alloc(5);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(MOST_BYTES - bytes.length, 3);
  return Buffer.concat([...(isFirst ? [ZLIB_HEADER] : []), header, bytes, SYNC_FLUSH]);
}
