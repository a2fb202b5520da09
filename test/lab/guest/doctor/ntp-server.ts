import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const PORT = 123;
/** Seconds from the beginning of 1900, which NTP counts from, to that of 1970. */
const UNIX_EPOCH = 2_208_988_800;
/** No leap second, version 4, a server's reply; a reference clock; precision of 1 µs. */
const HEADER = Buffer.from([0x24, 1, 6, 0xec]);

/** The time servers' answer (RFC 5905) with the time that this machine had at the start, however its clock was set since. */
export class NtpServer {
  private constructor(private readonly socket: Socket) {}

  /** Serves on the port of NTP of 127.0.0.1. */
  static async start(): Promise<NtpServer> {
    const socket = createSocket('udp4');
    socket.on('message', (request, { address, port }) => socket.send(reply(request), port, address));
    socket.bind(PORT, '127.0.0.1');
    await once(socket, 'listening');
    return new NtpServer(socket);
  }

  close(): void {
    this.socket.close();
  }
}

/** The right time, in milliseconds since the Unix epoch. */
export function rightTime(): number {
  return performance.timeOrigin + performance.now();
}

function reply(request: Buffer): Buffer {
  const packet = Buffer.alloc(48);
  HEADER.copy(packet);
  // The client recognizes its request by the time that it sent.
  request.copy(packet, 24, 40, 48);
  for (const offset of [16, 32, 40]) writeTime(packet, offset);
  return packet;
}

function writeTime(packet: Buffer, offset: number): void {
  const seconds = rightTime() / 1000;
  packet.writeUInt32BE(Math.floor(seconds) + UNIX_EPOCH, offset);
  packet.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32), offset + 4);
}
