import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { silentLogger } from '#guildhall/platform/log.js';
import { PACKETS_PER_SECOND, PacketPort } from '#guildhall/voice/connection/packet-port.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';

/** so few that the kernel's buffer holds them */
const AT_ONCE = 50;

test('packets of an endpoint beyond the rate are dropped unread', async (t) => {
  const endpoint = createSocket('udp4');
  endpoint.bind(0, '127.0.0.1');
  await once(endpoint, 'listening');
  const clock = new ManualClock();
  let [checking, read] = [0, 0];
  const listener = {
    checking: () => {
      checking += 1;
    },
    packet: () => {
      read += 1;
    },
    discovered: () => undefined,
    unreachable: () => undefined,
    ping: () => undefined,
  };
  const address = { address: '127.0.0.1', port: endpoint.address().port };
  const port = new PacketPort({
    endpoint: address,
    ssrc: 5,
    listener,
    isPreferred: false,
    clock,
    log: silentLogger,
  });
  t.after(() => {
    port.close();
    endpoint.close();
  });
  const [, client] = await once(endpoint, 'message');
  await eventually(() => checking > 0);
  const packet = Buffer.from('8078000100000000000000050102030405', 'hex');
  const sendUntil = async (isEnough: (sent: number) => boolean) => {
    for (let sent = 0; !isEnough(sent); sent += AT_ONCE) {
      for (let one = 0; one < AT_ONCE; one += 1) endpoint.send(packet, client.port, client.address);
      await settle();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await sendUntil((sent) => sent >= PACKETS_PER_SECOND * 3);
  assert.ok(read <= PACKETS_PER_SECOND, `${read} packets were read at once`);
  await clock.advance(100);
  await sendUntil((sent) => sent >= PACKETS_PER_SECOND);
  assert.ok(read > PACKETS_PER_SECOND / 2, `${read} packets were read`);
  assert.ok(read <= PACKETS_PER_SECOND * 1.1, `${read} packets were read`);
});
