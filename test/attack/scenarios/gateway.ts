import { etfEncoding } from '#guildhall/protocol/encoding/etf.js';
import { GATEWAY_OPCODES } from '#guildhall/protocol/gateway/opcodes.js';
import { type EncodingName, hostileFrame } from '../../rpc/fuzz/hostile-frame.js';
import type { Attack } from '../attackers/attack.js';
import type { Scenario } from '../attackers/scenario.js';
import { frameBytes, type Headers, OPCODES } from '../attackers/wire.js';
import { bigIntegers, compressedBomb, compressedNumbers } from './hostile-values.js';

const { HEARTBEAT, IDENTIFY, REQUEST_GUILD_MEMBERS, RESUME } = GATEWAY_OPCODES;

function json(op: number, d: unknown): Buffer {
  return frameBytes(OPCODES.TEXT, JSON.stringify({ op, d }));
}

/** Sends messages over a few gateway connections without IDENTIFY. */
function floodGateway(
  attack: Attack,
  encoding: EncodingName,
  message: () => Buffer,
  headers: Headers = {},
): Promise<void> {
  const opcode = encoding === 'etf' ? OPCODES.BINARY : OPCODES.TEXT;
  const connections = attack.hold(4, 40, () => attack.gateway(`v=6&encoding=${encoding}`, headers));
  return attack.flood(connections, 300, () => frameBytes(opcode, message()));
}

function bomb({ random }: Attack): Buffer {
  return random.chance(0.5) ? compressedBomb(1_000_000) : compressedNumbers(1_000_000, random.below(8));
}

/** Connections to the gateway without a token, and with a bot's token. */
export const GATEWAY_SCENARIOS: readonly Scenario[] = [
  ...(['json', 'etf'] as const).map(
    (encoding): Scenario => ({
      name: `gateway-hostile-frames-${encoding}`,
      attacker: 'program',
      summary: `random, mutated and mistyped payloads in ${encoding}`,
      run: (attack) => floodGateway(attack, encoding, () => hostileFrame(attack.random, encoding)),
    }),
  ),
  {
    name: 'gateway-etf-bombs',
    attacker: 'program',
    summary: 'payloads of 1 kB that inflate to a megabyte of terms',
    run: (attack) => floodGateway(attack, 'etf', () => bomb(attack)),
  },
  {
    name: 'gateway-etf-bombs-of-a-page',
    attacker: 'web page',
    summary: 'the same from a foreign origin',
    run: (attack) => floodGateway(attack, 'etf', () => bomb(attack), { Origin: 'https://evil.example' }),
  },
  {
    name: 'gateway-big-integers',
    attacker: 'program',
    summary: 'integers of 255 bytes and of 60 kB',
    run: (attack) => floodGateway(attack, 'etf', () => bigIntegers(attack.random)),
  },
  {
    name: 'gateway-no-identify',
    attacker: 'program',
    summary: '400 connections with zlib-stream that send heartbeats and never IDENTIFY',
    async run(attack) {
      const { held, done } = attack.hold(400, 200, () =>
        attack.gateway('v=6&encoding=json&compress=zlib-stream'),
      );
      const beat = () => {
        for (const socket of held) attack.send(socket, json(HEARTBEAT, null));
      };
      await Promise.all([done, attack.repeat(0.5, beat)]);
    },
  },
  {
    name: 'gateway-wrong-tokens',
    attacker: 'program',
    summary: 'IDENTIFY and RESUME with guessed tokens',
    run: (attack) =>
      attack.repeat(60, () => {
        const token = `guess-${attack.random.below(1e9)}`;
        const resume = json(RESUME, { token, session_id: 'guess', seq: 1 });
        const socket = attack.gateway('v=6&encoding=json');
        socket.write(attack.random.chance(0.5) ? json(IDENTIFY, { token, properties: {} }) : resume);
        socket.on('data', (chunk) => {
          if (String(chunk).includes('"READY"')) attack.breach('a guessed token was accepted');
        });
        setTimeout(() => socket.destroy(), 300);
      }),
  },
  {
    name: 'gateway-unfinished-messages',
    attacker: 'program',
    summary: '150 fragmented messages with pings between, never finished',
    run(attack) {
      const first = frameBytes(OPCODES.TEXT, Buffer.alloc(3000, 32), { isFinal: false });
      const connections = attack.hold(150, 100, () => {
        const socket = attack.gateway('v=6&encoding=json');
        socket.write(first);
        return socket;
      });
      return attack.flood(connections, 200, () => frameBytes(OPCODES.PING));
    },
  },
  {
    name: 'gateway-bot-at-its-worst',
    attacker: 'application',
    summary: 'a bot that requests members and reads nothing',
    run(attack) {
      const { botToken, guildId } = attack.target.own;
      const connections = attack.hold(10, 20, () => {
        const socket = attack.gateway('v=6&encoding=json').pause();
        socket.write(json(IDENTIFY, { token: botToken, properties: {} }));
        return socket;
      });
      const members = { guild_id: guildId, query: '', limit: 0 };
      return attack.flood(connections, 20, () => json(REQUEST_GUILD_MEMBERS, members));
    },
  },
  {
    name: 'gateway-text-as-terms',
    attacker: 'program',
    summary: 'valid payloads in the wrong encoding',
    run: (attack) =>
      floodGateway(attack, 'json', () => Buffer.from(etfEncoding.encode({ op: HEARTBEAT, d: null }))),
  },
];
