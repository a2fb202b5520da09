import { type EncodingName, hostileFrame } from '../../rpc/fuzz/hostile-frame.js';
import type { Attack } from '../attackers/attack.js';
import type { Scenario } from '../attackers/scenario.js';
import { frameBytes, OPCODES } from '../attackers/wire.js';
import { bigIntegers, compressedBomb, deepJson, wideJson } from './hostile-values.js';

const OPENED_PER_SECOND = 40;
const FRAMES_PER_SECOND = 300;

/** Sends messages over a few unauthenticated connections to the RPC port. */
async function floodRpc(attack: Attack, encoding: EncodingName, message: () => Buffer): Promise<void> {
  const opcode = encoding === 'etf' ? OPCODES.BINARY : OPCODES.TEXT;
  const open = () => attack.rpc(attack.target.victim, encoding);
  const connections = attack.hold(4, OPENED_PER_SECOND, open);
  await attack.flood(connections, FRAMES_PER_SECOND, () => frameBytes(opcode, message()));
}

/** Messages to the RPC port before AUTHENTICATE that are cheap to send and expensive to read. */
export const RPC_FRAME_SCENARIOS: readonly Scenario[] = [
  ...(['json', 'etf'] as const).map(
    (encoding): Scenario => ({
      name: `rpc-hostile-frames-${encoding}`,
      attacker: 'program',
      summary: `random, mutated and mistyped payloads in ${encoding}`,
      run: (attack) => floodRpc(attack, encoding, () => hostileFrame(attack.random, encoding)),
    }),
  ),
  {
    name: 'rpc-etf-bombs',
    attacker: 'program',
    summary: 'compressed terms that inflate to a frame’s limit',
    run: (attack) => floodRpc(attack, 'etf', () => compressedBomb(250_000)),
  },
  {
    name: 'rpc-big-integers',
    attacker: 'program',
    summary: 'integers of 255 bytes and of 60 kB',
    run: (attack) => floodRpc(attack, 'etf', () => bigIntegers(attack.random)),
  },
  {
    name: 'rpc-deep-json',
    attacker: 'program',
    summary: '250 kB of brackets, in arrays and objects',
    run: (attack) => floodRpc(attack, 'json', () => deepJson(attack.random, 250_000)),
  },
  {
    name: 'rpc-wide-json',
    attacker: 'program',
    summary: 'AUTHORIZE with 127,000 scopes, and objects of as many keys',
    run: (attack) => floodRpc(attack, 'json', () => wideJson(attack.random, 250_000)),
  },
];
