import { BodyReader } from './body-reader.js';
import { BodyWriter } from './body-writer.js';
import { DBusError } from './dbus-error.js';
import { type BusValue, type BusVariant, readValues, writeValues } from './values.js';

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
/** What notifications and the tray exchange is short. */
const MAX_MESSAGE_BYTES = 64 * 1024;

/** Byte order, type, flags, version, length of the body, serial, and the fields. */
const HEADER = 'yyyyuua(yv)';
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

/** @param values of the types in `message.signature` @throws {DBusError} if one is of another type */
export function encodeMessage(message: Message, values: readonly BusValue[] = []): Buffer {
  const { type, serial, signature = '' } = message;
  const body = new BodyWriter();
  writeValues(body, signature, values);
  const bytes = body.toBuffer();
  const fields = FIELDS.flatMap(([code, name, fieldType]) => {
    const value = message[name];
    return value === undefined ? [] : [[code, { type: fieldType, value }]];
  });
  const header = new BodyWriter();
  writeValues(header, HEADER, [LITTLE_ENDIAN, type, 0, PROTOCOL_VERSION, bytes.length, serial, fields]);
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
  const [, type, , , , serial, list] = readValues(reader, HEADER);
  const fields: Record<string, BusValue> = {};
  for (const [code, field] of list as [number, BusVariant][]) {
    const [, name] = FIELDS.find(([known, , fieldType]) => known === code && fieldType === field.type) ?? [];
    if (name !== undefined) fields[name] = field.value;
  }
  return { type: Number(type), serial: Number(serial), ...fields };
}
