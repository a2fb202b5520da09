import type { Socket } from 'node:net';
import type { Attack } from '../attackers/attack.js';
import type { Scenario } from '../attackers/scenario.js';
import { requestBytes } from '../attackers/wire.js';
import { HTTP_PORTS, type HttpPort } from '../target.js';

/** Holds connections to each HTTP port and sends a few bytes on each now and then. */
async function drip(
  attack: Attack,
  connections: Readonly<Record<HttpPort, number>>,
  first: (port: number) => Buffer | null,
  next: string,
): Promise<void> {
  const runs = HTTP_PORTS.map(async (name) => {
    const port = attack.target[name];
    const open = (): Socket => {
      const socket = attack.open(port);
      const bytes = first(port);
      if (bytes !== null) socket.write(bytes);
      return socket;
    };
    const { held, done } = attack.hold(connections[name], 600, open);
    const dripOnce = () => {
      for (const socket of held) if (next !== '') attack.send(socket, next);
    };
    await Promise.all([done, attack.repeat(2, dripOnce)]);
  });
  await Promise.all(runs);
}

/** Slow peers, on every HTTP port. */
export const HTTP_SLOW_SCENARIOS: readonly Scenario[] = [
  {
    name: 'http-idle-connections',
    attacker: 'program',
    summary: 'TCP connections that never send anything: 150 to the console, 300 to the others',
    run: (attack) => drip(attack, { rpcPort: 300, apiPort: 300, consolePort: 150 }, () => null, ''),
  },
  {
    name: 'http-slow-heads',
    attacker: 'program',
    summary: 'headers sent byte by byte without end',
    run: (attack) =>
      drip(
        attack,
        { rpcPort: 150, apiPort: 150, consolePort: 150 },
        (port) => requestBytes(port, 'GET', '/').subarray(0, 20),
        'x',
      ),
  },
  {
    name: 'http-slow-bodies',
    attacker: 'program',
    summary: 'bodies of 200 kB sent byte by byte',
    run: (attack) =>
      drip(
        attack,
        { rpcPort: 150, apiPort: 150, consolePort: 150 },
        (port) =>
          slowBody(port, port === attack.target.rpcPort ? '/rpc?v=1&client_id=1' : '/api/oauth2/token'),
        'x',
      ),
  },
  {
    name: 'http-unread-answers',
    attacker: 'program',
    summary: 'pipelined requests whose responses are not read',
    async run(attack) {
      const port = attack.target.consolePort;
      const request = requestBytes(port, 'GET', '/main.js');
      const connections = attack.hold(40, 40, () => attack.open(port).pause());
      await attack.flood(connections, 200, () => request);
    },
  },
];

function slowBody(port: number, target: string): Buffer {
  const headers = { 'Content-Length': '200000', 'Content-Type': 'application/x-www-form-urlencoded' };
  return requestBytes(port, 'POST', target, headers);
}
