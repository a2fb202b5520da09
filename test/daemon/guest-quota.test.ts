import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Game, withService } from '../api/support/test-service.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { RawRpcClient } from '../helpers/rpc-client.js';

/** A person without an account becomes a guest of a service whose address others have used up. */

const ORIGIN = 'https://game.example';

/** Asks for the guest account by AUTHORIZE and agrees in the person's name. @returns what the application gets */
async function authorizeAsGuest(daemon: TestDaemon, game: Game) {
  const { port } = daemon.runtime.rpc;
  const client = await RawRpcClient.connect({ port, clientId: game.id, origin: ORIGIN });
  const args = { client_id: game.id, scopes: ['identify'], username: 'Visitor' };
  const reply = client.request('AUTHORIZE', args);
  const waiting = await eventually(async () => {
    const [request] = await daemon.cli<{ id: string }[]>('consent', 'list');
    return request;
  });
  await daemon.run('consent', 'approve', waiting.id);
  const { data } = await reply;
  await client.close();
  return data;
}

test('guests created by other programs do not use up the quota of an application', () =>
  withService(
    async (service) => {
      const game = await service.game();
      await service.api.administration.updateApplication(game.id, { rpc_origins: [ORIGIN] });
      const make = () => service.request('POST', '/users/guests', { json: { username: 'Visitor' } });
      for (let time = 0; time < 10; time += 1) assert.equal((await make()).status, 201);
      assert.equal((await make()).status, 429);
      const daemon = await TestDaemon.start({ flags: ['--api-url', service.url] });
      try {
        const data = await authorizeAsGuest(daemon, game);
        assert.equal(typeof data?.code, 'string', JSON.stringify(data));
      } finally {
        await daemon.stop();
      }
    },
    { guestAccounts: 10 },
  ));
