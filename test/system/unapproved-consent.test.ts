import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, type Person, type TestApplication } from '../helpers/service.js';

test(
  'an unapproved application can ask only its testers, for any scopes',
  withDaemon(async (daemon) => {
    const game = await daemon.cli<TestApplication>(
      'apps',
      'create',
      '--name',
      'Game',
      '--origin',
      GAME_ORIGIN,
    );
    const client = await RawRpcClient.connect({
      port: daemon.runtime.rpc.port,
      clientId: game.id,
      origin: GAME_ORIGIN,
    });
    const ask = () => client.request('AUTHORIZE', { client_id: game.id, scopes: ['identify'] });
    const { data } = await ask();
    assert.equal(data?.code, 5000);
    assert.match(String(data?.message), /access_denied: .*not approved.*testers/);
    assert.deepEqual(await daemon.cli('consent', 'list'), []);

    const person = await daemon.cli<Person>('whoami');
    await daemon.cli('apps', 'testers', game.id, '--add', person.id);
    const reply = ask();
    const [waiting] = await eventually(async () => {
      const list = await daemon.cli<{ id: string }[]>('consent', 'list');
      return list.length === 1 && list;
    });
    await daemon.cli('consent', 'deny', waiting?.id ?? '');
    assert.match(String((await reply).data?.message), /The user denied the request/);
    await client.close();
  }),
);
