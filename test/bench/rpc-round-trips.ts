import type { WebSocket } from 'ws';
import { perSecond } from './harness.js';

const ROUND_TRIPS = 4_000;
const IN_FLIGHT = 32;

/** Sends a command and gives its reply. */
export function ask(socket: WebSocket, payload: object): Promise<unknown> {
  return new Promise((resolve) => {
    const hear = (data: unknown) => {
      const frame = JSON.parse(String(data));
      if (frame.nonce !== 'ask') return;
      socket.off('message', hear);
      resolve(frame);
    };
    socket.on('message', hear);
    socket.send(JSON.stringify({ nonce: 'ask', ...payload }));
  });
}

/** Commands answered per second on one connection, a few of them in flight at a time. */
export function roundTrips(socket: WebSocket, count = ROUND_TRIPS): Promise<number> {
  const command = { cmd: 'GET_CHANNEL', args: { channel_id: '11' } };
  const started = performance.now();
  return new Promise((resolve) => {
    let sent = 0;
    let answered = 0;
    const send = () => {
      sent += 1;
      socket.send(JSON.stringify({ ...command, nonce: String(sent) }));
    };
    const hear = () => {
      answered += 1;
      if (sent < count) send();
      if (answered < count) return;
      socket.off('message', hear);
      resolve(perSecond(count, started));
    };
    socket.on('message', hear);
    while (sent < IN_FLIGHT) send();
  });
}
