import { fileURLToPath } from 'node:url';
import { CpuTime } from '../kernel/cpu-time.js';
import type { Row, Subject } from '../kernel/row.js';
import type { World } from '../servers/world.js';
import { createSpeaker, PacketLoad, type RelayTarget } from '../voice/packet-load.js';

const RELAY = fileURLToPath(import.meta.resolve('../servers/voice-relay-process.js'));
const BARE = fileURLToPath(import.meta.resolve('../servers/voice-echo-process.js'));

/** Measures the packets that a server sends to listeners, and its CPU time for each. */
async function relaySubject(
  world: World,
  name: string,
  program: string,
  { listeners, underWay }: { readonly listeners: number; readonly underWay: number },
): Promise<Subject> {
  const load = await world.own(PacketLoad.open(underWay));
  const server = await world.server<RelayTarget>(program, { listeners, sinkPort: load.port });
  const speaker = createSpeaker(server.told);
  const time = new CpuTime([server.pid]);
  return {
    name,
    async measure(ms) {
      const before = time.read();
      const started = performance.now();
      const sent = (await load.run(ms, server.told, speaker)) * listeners;
      const seconds = (performance.now() - started) / 1000;
      const used = time.read() - before;
      return { values: { rate: sent / seconds, cpu: (used * 1000) / sent } };
    },
  };
}

function relayRow(name: string, load: { readonly listeners: number; readonly underWay: number }): Row {
  return {
    name,
    // At least 0.7 times as many packets for each core.
    goals: [{ measure: 'cpu', against: 'bare dgram', atMost: 1.43 }],
    open: async (world) => [
      await relaySubject(world, 'Guildhall', RELAY, load),
      await relaySubject(world, 'bare dgram', BARE, load),
    ],
  };
}

/** What the relay of voice adds to receiving, decrypting, encrypting and sending packets. */
export const voiceRelayRows: readonly Row[] = [
  relayRow('voice: relay a packet to one listener', { listeners: 1, underWay: 32 }),
  relayRow('voice: relay a packet to 1,000 listeners, each copy', { listeners: 1000, underWay: 2 }),
];
