import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { eventually } from '../helpers/eventually.js';
import { withMockRpc } from '../helpers/mock-rpc.js';
import { guild } from '../helpers/objects.js';

test(
  'commands that wait until their connection ends cause no warning, and leave no listener when they are answered',
  withMockRpc(async (mock) => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on('warning', note);
    const client = await mock.authenticated();
    client.send({ cmd: 'AUTHORIZE', args: { client_id: '100', scopes: ['rpc'] }, nonce: 'asks' });
    const { signal } = await eventually(() => mock.asked[0]);
    const countListeners = () => getEventListeners(signal, 'abort').length;
    const before = countListeners();
    const answers = Array.from({ length: 100 }, () =>
      client.request('GET_GUILD', { guild_id: '7', timeout: 60 }),
    );
    await eventually(() => countListeners() === before + 100);
    mock.client.addGuild(guild('7'));
    for (const { evt } of await Promise.all(answers)) assert.equal(evt, null);
    assert.equal(countListeners(), before);
    assert.deepEqual(warnings, []);
    process.off('warning', note);
    await client.close();
  }),
);
