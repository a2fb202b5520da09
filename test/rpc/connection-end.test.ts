import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { withMockRpc } from '../helpers/mock-rpc.js';
import { guild, textChannel } from '../helpers/objects.js';

const WAITING = [
  { cmd: 'GET_GUILD', args: { guild_id: '7', timeout: 60 }, listeners: 1 },
  // It waits for the channel, and then for the service.
  { cmd: 'SELECT_VOICE_CHANNEL', args: { channel_id: '71', timeout: 60 }, listeners: 2 },
];

for (const { cmd, args, listeners } of WAITING) {
  test(
    `${cmd} that waits until its connection ends causes no warning, and leaves no listener when it is answered`,
    withMockRpc(async (mock) => {
      const warnings: string[] = [];
      const note = ({ name }: Error) => warnings.push(name);
      process.on('warning', note);
      const client = await mock.authenticated();
      client.send({ cmd: 'AUTHORIZE', args: { client_id: '100', scopes: ['rpc'] }, nonce: 'asks' });
      const { signal } = await eventually(() => mock.asked[0]);
      const countListeners = () => getEventListeners(signal, 'abort').length;
      const before = countListeners();
      const answers = Array.from({ length: 100 }, () => client.request(cmd, args));
      await eventually(() => countListeners() === before + 100 * listeners);
      mock.client.addGuild(guild('7', { channels: [textChannel('71', { type: 2 })] }));
      await Promise.all(answers);
      assert.equal(countListeners(), before);
      assert.deepEqual(warnings, []);
      process.off('warning', note);
      await client.close();
    }),
  );
}
