/** RTP packets (RFC 3550 §5.1) as voice clients send them. All numbers are big-endian. */

/** bytes of a header without contributing sources and extension */
export const RTP_HEADER_BYTES = 12;
const VERSION_BITS = 0xc0;
const VERSION_2 = 0x80;
const EXTENSION_BIT = 0x10;
const SOURCE_COUNT_BITS = 0x0f;
const PAYLOAD_TYPE_BITS = 0x7f;
const EXTENSION_PREAMBLE_BYTES = 4;
/** the payload type of Opus in the public protocol */
export const OPUS_PAYLOAD_TYPE = 120;

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
 * The Opus frame in the decrypted payload of a packet: what follows the content of its extension.
 *
 * @param unencrypted the bytes before the payload, as of `unencryptedBytes`
 * @returns null if the extension is longer than the payload
 */
export function opusFrame(unencrypted: Buffer, payload: Buffer): Buffer | null {
  if (((unencrypted[0] ?? 0) & EXTENSION_BIT) === 0) return payload;
  const words = unencrypted.readUInt16BE(unencrypted.length - 2);
  return payload.length < words * 4 ? null : payload.subarray(words * 4);
}
