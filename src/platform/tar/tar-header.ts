/** The size of headers, and what contents are filled up to, in bytes. */
export const TAR_BLOCK = 512;
/** The longest name of an entry in the format ustar, in bytes. */
const MAX_NAME = 100;
/** The largest size that is written in octal digits. */
const MAX_OCTAL = 0o77777777777;
/** Offsets and lengths of the fields that are used, in bytes. */
const FIELDS = {
  name: [0, 100],
  mode: [100, 8],
  size: [124, 12],
  time: [136, 12],
  checksum: [148, 8],
} as const;
const TYPE = 156;
const MAGIC = 257;
const REGULAR_FILE = '0';

/** One entry of an archive: a regular file. */
export interface TarEntry {
  readonly name: string;
  /** in bytes */
  readonly size: number;
}

/** An archive that cannot be read. */
export class TarError extends Error {
  override readonly name = 'TarError';
}

/** The header of a file of mode 0600 in the format ustar. @param time milliseconds since the Unix epoch */
export function tarHeader({ name, size }: TarEntry, time: number): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME) throw new TarError(`the name ${name} is too long`);
  const header = Buffer.alloc(TAR_BLOCK);
  header.write(name, 0, 'utf8');
  writeOctal(header, FIELDS.mode, 0o600);
  writeSize(header, size);
  writeOctal(header, FIELDS.time, Math.floor(time / 1000));
  header.write(REGULAR_FILE, TYPE, 'latin1');
  header.write('ustar\u000000', MAGIC, 'latin1');
  writeOctal(header, FIELDS.checksum, checksum(header));
  return header;
}

/** Whether a file that begins with these bytes is an archive. */
export function hasTarMagic(start: Buffer): boolean {
  return start.toString('latin1', MAGIC, MAGIC + 5) === 'ustar';
}

/** Reads a header. @returns null for the block of zeros that ends an archive @throws {TarError} */
export function parseTarHeader(header: Buffer): TarEntry | null {
  if (header.every((byte) => byte === 0)) return null;
  if (readNumber(header, FIELDS.checksum) !== checksum(header)) throw new TarError('a header is damaged');
  if (header.toString('latin1', TYPE, TYPE + 1) !== REGULAR_FILE)
    throw new TarError('an entry is not a regular file');
  const [offset, length] = FIELDS.name;
  const [name = ''] = header.toString('utf8', offset, offset + length).split('\u0000', 1);
  return { name, size: readNumber(header, FIELDS.size) };
}

/** The sum of all bytes, those of the checksum taken as blanks. */
function checksum(header: Buffer): number {
  const [offset, length] = FIELDS.checksum;
  let sum = 0;
  for (const [index, byte] of header.entries()) {
    sum += index >= offset && index < offset + length ? 0x20 : byte;
  }
  return sum;
}

function writeOctal(header: Buffer, [offset, length]: readonly [number, number], value: number): void {
  header.write(value.toString(8).padStart(length - 1, '0'), offset, 'latin1');
}

/** Sizes beyond 8 GiB are a binary number, marked by the highest bit, as GNU tar writes them. */
function writeSize(header: Buffer, size: number): void {
  const [offset, length] = FIELDS.size;
  if (size <= MAX_OCTAL) {
    writeOctal(header, FIELDS.size, size);
    return;
  }
  header.writeUInt8(0x80, offset);
  header.writeBigUInt64BE(BigInt(size), offset + length - 8);
}

function readNumber(header: Buffer, [offset, length]: readonly [number, number]): number {
  if (header.readUInt8(offset) === 0x80) return Number(header.readBigUInt64BE(offset + length - 8));
  const [digits = ''] = /^[0-7]{0,12}/.exec(header.toString('latin1', offset, offset + length)) ?? [];
  if (digits === '') throw new TarError('a number in a header is damaged');
  return Number.parseInt(digits, 8);
}
