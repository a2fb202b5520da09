import type { Socket } from 'node:net';
import type { Attack } from '../attackers/attack.js';
import type { Scenario } from '../attackers/scenario.js';
import { frameBytes, OPCODES } from '../attackers/wire.js';

const HALF_FRAME = frameBytes(OPCODES.TEXT, Buffer.alloc(240_000, 32), { promised: 250_000 });
const FRAGMENT = frameBytes(OPCODES.TEXT, Buffer.alloc(100_000, 32), { isFinal: false });
const NEXT_FRAGMENT = frameBytes(OPCODES.CONTINUATION, ' ', { isFinal: false });
const PING = frameBytes(OPCODES.PING, Buffer.alloc(125));
const COMMAND = frameBytes(OPCODES.TEXT, JSON.stringify({ cmd: 'GET_GUILDS', nonce: '1' }));

/** Holds connections in the name of the victim's application that write some bytes at once. */
function holdRpc(attack: Attack, count: number, perSecond: number, bytes?: Buffer) {
  return attack.hold(count, perSecond, () => {
    const socket = attack.rpc(attack.target.victim);
    if (bytes !== undefined) socket.write(bytes);
    return socket;
  });
}

/** Connections to the RPC port that use resources and never authenticate. */
export const RPC_CONNECTION_SCENARIOS: readonly Scenario[] = [
  {
    name: 'rpc-idle-connections',
    attacker: 'program',
    summary: '1,100 connections in the name of one application that send nothing',
    run: (attack) => holdRpc(attack, 1100, 600).done,
  },
  {
    name: 'rpc-connection-churn',
    attacker: 'program',
    summary: '100 connections a second that are closed at once',
    run: (attack) =>
      attack.repeat(100, () => {
        const socket = attack.rpc(attack.target.victim);
        setTimeout(() => socket.destroy(), 20);
      }),
  },
  {
    name: 'rpc-unfinished-frames',
    attacker: 'program',
    summary: '150 frames of 250 kB that are never finished',
    run: (attack) => holdRpc(attack, 150, 100, HALF_FRAME).done,
  },
  {
    name: 'rpc-unfinished-messages',
    attacker: 'program',
    summary: '150 fragmented messages with pings between, never finished',
    run: (attack) =>
      attack.flood(holdRpc(attack, 150, 100, FRAGMENT), 300, () => Buffer.concat([PING, NEXT_FRAGMENT])),
  },
  {
    name: 'rpc-ping-flood',
    attacker: 'program',
    summary: 'pings of 125 bytes, 20,000 a second',
    run: (attack) => attack.flood(holdRpc(attack, 8, 40), 400, () => Buffer.alloc(50 * PING.length, PING)),
  },
  {
    name: 'rpc-slow-readers',
    attacker: 'program',
    summary: 'commands and pings whose responses are not read',
    run(attack) {
      const silent = (): Socket => attack.rpc(attack.target.victim).pause();
      return attack.flood(attack.hold(40, 40, silent), 800, () => Buffer.concat([COMMAND, PING]));
    },
  },
  {
    name: 'rpc-slow-writers',
    attacker: 'program',
    summary: 'frames sent byte by byte',
    async run(attack) {
      const { held, done } = holdRpc(attack, 100, 100, HALF_FRAME.subarray(0, 100));
      const drip = () => {
        for (const socket of held) attack.send(socket, ' ');
      };
      await Promise.all([done, attack.repeat(10, drip)]);
    },
  },
];
