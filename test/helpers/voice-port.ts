import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that the system assigns to clients, and apart from those of daemons in tests. */
const PORTS = { first: 24_000, count: 8_000 };
const ATTEMPTS = 50;

/** A port that is free for TCP and UDP, as a voice endpoint needs it. @param hosts the IPv4 addresses that must be free */
export async function findVoicePort(hosts: readonly string[] = ['127.0.0.1']): Promise<number> {
  const start = Math.floor(Math.random() * PORTS.count);
  for (let attempt = 0; ; attempt += 1) {
    const port = PORTS.first + ((start + attempt) % PORTS.count);
    try {
      for (const host of hosts) {
        await bindTcp(host, port);
        await bindUdp(host, port);
      }
      return port;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function bindTcp(host: string, port: number): Promise<void> {
  const server = createServer().listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function bindUdp(address: string, port: number): Promise<void> {
  const socket = createSocket('udp4');
  const bound = once(socket, 'listening');
  socket.bind({ address, port, exclusive: true });
  await bound;
  socket.close();
}
