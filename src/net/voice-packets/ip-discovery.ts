/**
 * IP discovery (docs/voice.md): a client asks over UDP by which address and port the endpoint sees it. Requests and
 * replies have the same size, so that the endpoint cannot be used to amplify a flood.
 */

const REQUEST = 1;
const RESPONSE = 2;
/** bytes after type and length */
const BODY_BYTES = 70;
const PACKET_BYTES = 4 + BODY_BYTES;
const ADDRESS_BYTES = 64;

/** An address as a peer sees it. */
export interface DiscoveredAddress {
  /** e.g. `192.0.2.7` */
  readonly address: string;
  readonly port: number;
}

/** Clients before 2021 send 70 bytes that begin with the source, and read the port in little-endian. */
const OLD_PACKET_BYTES = 70;
const OLD_ADDRESS_AT = 4;
const OLD_PORT_AT = 68;

/** The request of a client with this source. */
export function writeDiscoveryRequest(ssrc: number): Buffer {
  const packet = Buffer.alloc(PACKET_BYTES);
  packet.writeUInt16BE(REQUEST, 0);
  packet.writeUInt16BE(BODY_BYTES, 2);
  packet.writeUInt32BE(ssrc, 4);
  return packet;
}

/** The source of a request in either form; null if these bytes are none. */
export function readDiscoveryRequest(packet: Buffer): number | null {
  if (packet.length === OLD_PACKET_BYTES) return packet.readUInt32BE(0);
  if (packet.length !== PACKET_BYTES) return null;
  const isRequest = packet.readUInt16BE(0) === REQUEST && packet.readUInt16BE(2) === BODY_BYTES;
  return isRequest ? packet.readUInt32BE(4) : null;
}

/** The reply to a request, in the form of the request. */
export function writeDiscoveryReply(request: Buffer, { address, port }: DiscoveredAddress): Buffer {
  const reply = Buffer.alloc(request.length);
  request.copy(reply);
  const isOld = request.length === OLD_PACKET_BYTES;
  const addressAt = isOld ? OLD_ADDRESS_AT : 8;
  reply.fill(0, addressAt);
  reply.write(address, addressAt, ADDRESS_BYTES - 1, 'latin1');
  if (isOld) {
    reply.writeUInt16LE(port, OLD_PORT_AT);
  } else {
    reply.writeUInt16BE(RESPONSE, 0);
    reply.writeUInt16BE(port, PACKET_BYTES - 2);
  }
  return reply;
}

/** The address in a reply; null if these bytes are not a reply to a client with this source. */
export function readDiscoveryReply(packet: Buffer, ssrc: number): DiscoveredAddress | null {
  if (packet.length !== PACKET_BYTES || packet.readUInt16BE(0) !== RESPONSE) return null;
  if (packet.readUInt32BE(4) !== ssrc) return null;
  const field = packet.subarray(8, 8 + ADDRESS_BYTES);
  const end = field.indexOf(0);
  if (end <= 0) return null;
  return { address: field.toString('latin1', 0, end), port: packet.readUInt16BE(PACKET_BYTES - 2) };
}
