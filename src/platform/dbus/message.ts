import { BodyReader } from './body-reader.js';
import { BodyWriter } from './body-writer.js';
import { DBusError } from './dbus-error.js';

/** A message of the D-Bus protocol (https://dbus.freedesktop.org/doc/dbus-specification.html, Message Protocol). */
export interface Message {
  readonly type: (typeof MESSAGE_TYPE)[keyof typeof MESSAGE_TYPE];
  readonly serial: number;
  readonly replySerial?: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly errorName?: string;
  readonly destination?: string;
  readonly sender?: string;
  /** type signature of the body, e.g. `su`; absent if the body is empty */
  readonly signature?: string;
}

export interface ReceivedMessage extends Omit<Message, 'type'> {
  /** one of `MESSAGE_TYPE`, or of a later version of the protocol */
  readonly type: number;
  readonly body: BodyReader;
}

export const MESSAGE_TYPE = { call: 1, reply: 2, error: 3, signal: 4 } as const;

const LITTLE_ENDIAN = 0x6c;
const BIG_ENDIAN = 0x42;
const PROTOCOL_VERSION = 1;
const FIXED_HEADER_BYTES = 16;
/** Replies to notifications, and what desktops ask of a tray, are short. */
const MAX_MESSAGE_BYTES = 64 * 1024;

/** Header fields by their code, with the type of each. */
const FIELDS = [
  [1, 'path', 'o'],
  [2, 'interface', 's'],
  [3, 'member', 's'],
  [4, 'errorName', 's'],
  [5, 'replySerial', 'u'],
  [6, 'destination', 's'],
  [7, 'sender', 's'],
  [8, 'signature', 'g'],
] as const;

/** @param writeBody writes values of the types in `message.signature` */
export function encodeMessage(message: Message, writeBody: (body: BodyWriter) => void = () => {}): Buffer {
  const body = new BodyWriter();
  writeBody(body);
  const bytes = body.toBuffer();
  const header = new BodyWriter();
  for (const byte of [LITTLE_ENDIAN, message.type, 0, PROTOCOL_VERSION]) header.byte(byte);
  header.uint32(bytes.length);
  header.uint32(message.serial);
  header.array(8, () => {
    for (const [code, name, type] of FIELDS) {
      const value = message[name];
      if (value === undefined) continue;
      header.align(8);
      header.byte(code);
      header.signature(type);
      if (typeof value === 'number') header.uint32(value);
      else if (type === 'g') header.signature(value);
      else header.string(value);
    }
  });
  header.align(8);
  return Buffer.concat([header.toBuffer(), bytes]);
}

/**
 * Decodes the first message of the received bytes.
 *
 * @returns the message and its length in bytes, or null if it is incomplete; null as message if it is too long to be read,
 * of which all bytes may not have been received yet
 * @throws {DBusError} if the bytes are not a message of this protocol
 */
export function decodeMessage(bytes: Buffer): { message: ReceivedMessage | null; length: number } | null {
  if (bytes.length < FIXED_HEADER_BYTES) return null;
  const order = bytes[0];
  if (order !== LITTLE_ENDIAN && order !== BIG_ENDIAN)
    throw new DBusError('the session bus sent an invalid message');
  const littleEndian = order === LITTLE_ENDIAN;
  const read = (at: number) => (littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const headerLength = FIXED_HEADER_BYTES + Math.ceil(read(12) / 8) * 8;
  const length = headerLength + read(4);
  if (length > MAX_MESSAGE_BYTES) return { message: null, length };
  if (bytes.length < length) return null;
  const header = readHeader(new BodyReader(bytes.subarray(0, headerLength), littleEndian));
  const body = new BodyReader(bytes.subarray(headerLength, length), littleEndian);
  return { message: { ...header, body }, length };
}

function readHeader(reader: BodyReader): Omit<ReceivedMessage, 'body'> {
  reader.byte();
  const type = reader.byte();
  reader.byte();
  reader.byte();
  reader.uint32();
  const serial = reader.uint32();
  const end = FIXED_HEADER_BYTES + reader.uint32();
  const fields: Record<string, string | number> = {};
  while (reader.offset < end) {
    reader.align(8);
    const code = reader.byte();
    const value = readField(reader);
    const [, name] = FIELDS.find(([known]) => known === code) ?? [];
    if (name !== undefined) fields[name] = value;
  }
  return { type, serial, ...fields };
}

function readField(reader: BodyReader): string | number {
  const type = reader.signature();
  if (type === 'u') return reader.uint32();
  if (type === 'g') return reader.signature();
  if (type === 's' || type === 'o') return reader.string();
  throw new DBusError(`the session bus sent a header field of the unknown type ${type}`);
}
