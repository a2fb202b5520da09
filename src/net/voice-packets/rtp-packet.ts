/** RTP packets (RFC 3550 §5.1) as voice clients send them. All numbers are big-endian. */

/** bytes of a header without contributing sources and extension */
export const RTP_HEADER_BYTES = 12;
const VERSION_BITS = 0xc0;
const VERSION_2 = 0x80;
const PADDING_BIT = 0x20;
const EXTENSION_BIT = 0x10;
const SOURCE_COUNT_BITS = 0x0f;
const PAYLOAD_TYPE_BITS = 0x7f;
const EXTENSION_PREAMBLE_BYTES = 4;
/** the payload type of Opus in the public protocol */
const OPUS_PAYLOAD_TYPE = 120;

/** The fields of a header that matter for voice. */
export interface RtpHeader {
  /** 16 bits, one more for each packet */
  readonly sequence: number;
  /** 32 bits, in samples at 48 kHz */
  readonly timestamp: number;
  /** the synchronization source: who sends */
  readonly ssrc: number;
}

/** Whether these bytes are an RTP packet of voice, and not for instance RTCP, which has other payload types. */
export function isVoicePacket(packet: Uint8Array): boolean {
  if (packet.length <= RTP_HEADER_BYTES) return false;
  const [first = 0, second = 0] = packet;
  return (first & VERSION_BITS) === VERSION_2 && (second & PAYLOAD_TYPE_BITS) === OPUS_PAYLOAD_TYPE;
}

export function readRtpHeader(packet: Buffer): RtpHeader {
  return {
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
  };
}

/** A header without contributing sources and extension. */
export function writeRtpHeader({ sequence, timestamp, ssrc }: RtpHeader): Buffer {
  const header = Buffer.allocUnsafe(RTP_HEADER_BYTES);
  header[0] = VERSION_2;
  header[1] = OPUS_PAYLOAD_TYPE;
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE(timestamp >>> 0, 4);
  header.writeUInt32BE(ssrc >>> 0, 8);
  return header;
}

/**
 * The bytes of a packet that `rtpsize` modes leave unencrypted: the header, its contributing sources and the preamble
 * of its extension, as in SRTP (RFC 3711 §3.1).
 *
 * @returns null if the packet is shorter than that
 */
export function unencryptedBytes(packet: Uint8Array): number | null {
  const [first = 0] = packet;
  const sources = (first & SOURCE_COUNT_BITS) * 4;
  const preamble = (first & EXTENSION_BIT) === 0 ? 0 : EXTENSION_PREAMBLE_BYTES;
  const bytes = RTP_HEADER_BYTES + sources + preamble;
  return packet.length < bytes ? null : bytes;
}

/**
 * The Opus frame in the decrypted payload of a packet: what is between the content of its extension and its padding.
 *
 * @param unencrypted the bytes before the payload, as of `unencryptedBytes`
 * @returns null if nothing is between them
 */
export function opusFrame(unencrypted: Buffer, payload: Buffer): Buffer | null {
  const [first = 0] = unencrypted;
  const words = (first & EXTENSION_BIT) === 0 ? 0 : unencrypted.readUInt16BE(unencrypted.length - 2);
  const [start, end] = [words * 4, payload.length - paddingBytes(first, payload)];
  return start < end ? payload.subarray(start, end) : null;
}

/** The last byte of a padded payload counts all bytes of the padding, itself included. */
function paddingBytes(first: number, payload: Buffer): number {
  if ((first & PADDING_BIT) === 0) return 0;
  const count = payload.at(-1) ?? 0;
  return count === 0 ? payload.length : count;
}
