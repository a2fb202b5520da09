import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { PacketSocket } from '#guildhall/voice/connection/packet-socket.js';
import { realTest } from '../../hardware/support/programs.js';

/** The mark of the packets of a local UDP port, as the kernel reports it: the code point, then two bits. */
async function markOf(port: number): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)('ss', ['-u', '-a', '-n', '-H', '--tos', `sport = :${port}`]);
  return (/\btclass:(\w+)/.exec(stdout) ?? /\btos:(\w+)/.exec(stdout))?.[1];
}

for (const [version, address] of [
  ['IPv4', '127.0.0.1'],
  ['IPv6', '::1'],
] as const) {
  realTest(
    ['ss'],
    `packets over ${version} carry the mark of telephony while they are preferred, and arrive`,
    async () => {
      const receiver = createSocket(version === 'IPv4' ? 'udp4' : 'udp6');
      receiver.bind(0, address);
      await once(receiver, 'listening');
      const packets = new PacketSocket(address);
      try {
        packets.prefer(true);
        packets.socket.connect(receiver.address().port, address);
        await once(packets.socket, 'connect');
        packets.socket.send('sound');
        const [message] = await once(receiver, 'message');
        assert.equal(String(message), 'sound');
        const { port } = packets.socket.address();
        assert.equal(await markOf(port), '0xb8');
        packets.prefer(false);
        assert.notEqual(await markOf(port), '0xb8');
      } finally {
        packets.socket.close();
        receiver.close();
      }
    },
  );
}
