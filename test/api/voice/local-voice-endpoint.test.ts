import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { LocalVoiceEndpoint } from '#guildhall/api/voice/local-voice-endpoint.js';
import { allowAnyPeer } from '#guildhall/net/peer-check.js';
import { UserError } from '#guildhall/platform/errors.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { eventually } from '../../helpers/eventually.js';

test('an endpoint whose UDP port is in use leaves its TCP port free', async (t) => {
  const udp = createSocket('udp4');
  t.after(() => udp.close());
  udp.bind({ address: '127.0.0.1', port: 0, exclusive: true });
  await once(udp, 'listening');
  const { port } = udp.address();
  const address = { host: '127.0.0.1', port, publicAddress: null, publicIp: null, tls: null };
  const options = { ...address, peers: allowAnyPeer, clock: new ManualClock(), log: silentLogger };
  const listening = countTcpServers();
  await assert.rejects(LocalVoiceEndpoint.start(options), UserError);
  // Its port may be that of a connection of another process, so it is not tried.
  await eventually(() => countTcpServers() === listening);
});

function countTcpServers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
}
