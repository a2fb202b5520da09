import type { Attack } from '../attackers/attack.js';
import type { Scenario } from '../attackers/scenario.js';
import { closingRequest, frameBytes, OPCODES, requestBytes, statusOf } from '../attackers/wire.js';
import { HTTP_PORTS } from '../target.js';

/** Whether a request was served. */
function isServed(answer: string): boolean {
  const status = statusOf(answer);
  return status !== null && status < 400 && status !== 101;
}

/** Opens a WebSocket to the RPC port or the gateway as this user. */
async function connectAsOther(attack: Attack, kind: 'rpc' | 'gateway'): Promise<void> {
  const socket = kind === 'rpc' ? attack.rpc(attack.target.own) : attack.gateway('v=6&encoding=json');
  if (kind === 'rpc')
    socket.write(frameBytes(OPCODES.TEXT, JSON.stringify({ cmd: 'GET_GUILDS', nonce: '1' })));
  socket.on('data', (chunk) => {
    if (/"READY"|"op":10/.test(String(chunk))) attack.breach(`the ${kind} serves another user`);
  });
  await new Promise<void>((resolve) => {
    setTimeout(() => socket.destroy(), 200);
    socket.once('close', () => resolve());
  });
}

/** Programs of another user, and programs of the same user on the console and the control socket. */
export const LOCAL_PROGRAM_SCENARIOS: readonly Scenario[] = [
  {
    name: 'other-user-connects',
    attacker: 'other user',
    summary: 'requests of another user to every port and the control socket',
    run(attack) {
      const { target } = attack;
      const paths = { rpcPort: '/users/@me', apiPort: '/api/gateway', consolePort: '/' } as const;
      return attack.repeat(20, async () => {
        await Promise.all([connectAsOther(attack, 'rpc'), connectAsOther(attack, 'gateway')]);
        for (const name of HTTP_PORTS) {
          const answer = await attack.exchange(
            target[name],
            closingRequest(target[name], 'GET', paths[name]),
          );
          if (isServed(answer)) attack.breach(`${name} serves another user`);
        }
        const status = closingRequest(0, 'GET', '/status');
        if (isServed(await attack.exchange(target.controlSocket, status))) {
          attack.breach('the control socket serves another user');
        }
      });
    },
  },
  {
    name: 'other-user-floods',
    attacker: 'other user',
    summary: '1,000 connections of another user to each port, with requests',
    async run(attack) {
      const runs = HTTP_PORTS.map((name) => {
        const port = attack.target[name];
        const connections = attack.hold(1000, 300, () => attack.open(port));
        return attack.flood(connections, 200, () => requestBytes(port, 'GET', '/'));
      });
      await Promise.all(runs);
    },
  },
  {
    name: 'control-socket-garbage',
    attacker: 'program',
    summary: 'garbage, unfinished requests and idle connections to the control socket',
    async run(attack) {
      const { controlSocket } = attack.target;
      const garbage = attack.repeat(60, () => {
        const bytes = attack.random.mutate(closingRequest(0, 'GET', '/status'));
        return attack.exchange(controlSocket, bytes);
      });
      const unfinished = attack.hold(150, 100, () => {
        const socket = attack.open(controlSocket);
        socket.write(requestBytes(0, 'POST', '/console', { 'Content-Length': '1000' }));
        return socket;
      });
      await Promise.all([garbage, unfinished.done]);
    },
  },
  {
    name: 'console-codes-guessed',
    attacker: 'program',
    summary: 'one-time codes, cookies and tokens of the console guessed',
    async run(attack) {
      const { consolePort } = attack.target;
      // A program of the same user may ask where the console is.
      const address = await attack.exchange(consolePort, closingRequest(consolePort, 'GET', '/'));
      const [, host = ''] = /^location: http:\/\/([^/\s]+)/im.exec(address) ?? [];
      const origin = `http://${host}`;
      await attack.repeat(80, async () => {
        const guess = attack.random.bytes(32).toString('base64url');
        const body = JSON.stringify({ code: guess });
        const headers = { Host: host, Origin: origin, 'Content-Type': 'application/json' };
        const session = {
          Cookie: `guildhall_console_${consolePort}=${guess}`,
          'X-Guildhall-Console': `${guess}.${guess}`,
        };
        const answer = await attack.exchange(
          consolePort,
          attack.random.chance(0.5)
            ? closingRequest(consolePort, 'POST', '/session', headers, body)
            : closingRequest(consolePort, 'GET', '/api/status', { ...headers, ...session }),
        );
        if (isServed(answer)) attack.breach('the console accepted a guess');
      });
    },
  },
];
