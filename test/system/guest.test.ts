import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { TestDaemon, withDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { GAME_ORIGIN, type Person, registerGame } from '../helpers/service.js';

interface Waiting {
  id: string;
  guest: string | null;
}

test(
  'a daemon of a remote service without an account signs in a guest, who stays signed in after a restart',
  withDaemon(async (service) => {
    const game = await registerGame(service);
    const apiUrl = service.runtime.api.url;
    const flags = ['--api-url', apiUrl];
    let daemon = await TestDaemon.start({ flags });
    const { home } = daemon;
    const connect = () =>
      RawRpcClient.connect({ port: daemon.runtime.rpc.port, clientId: game.id, origin: GAME_ORIGIN });
    try {
      const client = await connect();
      const asked = { client_id: game.id, scopes: ['rpc', 'identify'], username: 'visitor' };
      const reply = client.request('AUTHORIZE', asked);
      let waiting: Waiting[] = [];
      await eventually(async () => {
        waiting = await daemon.cli<Waiting[]>('consent', 'list');
        return waiting.length === 1;
      });
      assert.equal(waiting[0]?.guest, 'visitor');
      await daemon.run('consent', 'approve', waiting[0]?.id ?? '', '--remember');
      const code = String((await reply).data?.code);
      const body = new URLSearchParams({
        ...{ grant_type: 'authorization_code', client_id: game.id, client_secret: game.client_secret, code },
      });
      const given = await fetch(`${apiUrl}/oauth2/token`, { method: 'POST', body });
      const { access_token } = (await given.json()) as { access_token: string };
      const { data } = await client.request('AUTHENTICATE', { access_token });
      assert.equal((data?.user as Person | undefined)?.username, 'visitor');
      await client.close();

      const guest = await daemon.cli<Person>('whoami');
      assert.equal(guest.username, 'visitor');
      await daemon.end('SIGTERM');
      daemon = await TestDaemon.start({ flags, home });
      assert.deepEqual(await daemon.cli<Person>('whoami'), guest);
      const again = await connect();
      assert.equal((await again.request('AUTHENTICATE', { access_token })).evt, null);
      await again.close();
    } finally {
      await daemon.stop();
      await rm(home, { recursive: true, force: true });
    }
  }),
);
