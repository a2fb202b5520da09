import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jpeg, png } from '../api/support/jpeg.js';
import { TestDaemon } from '../helpers/daemon.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, type Person, registerGame } from '../helpers/service.js';

interface WithIcon {
  readonly id: string;
  readonly icon: string | null;
}

test('apps create and update take an icon by its content, which AUTHENTICATE names and the CDN serves', async () => {
  const daemon = await TestDaemon.start();
  try {
    const { api, rpc } = daemon.runtime;
    const path = join(daemon.home, 'icon.txt');
    await writeFile(path, png(64, 32));
    const game = await registerGame(daemon, '--icon', path);
    const { icon } = await daemon.cli<WithIcon>('apps', 'show', game.id);
    assert.match(icon ?? '', /^[0-9a-f]{32}$/);
    const person = await daemon.cli<Person>('whoami');
    const token = await accessToken(api.url, game, person, ['rpc']);
    const client = await RawRpcClient.connect({ port: rpc.port, clientId: game.id, origin: GAME_ORIGIN });
    const { data } = await client.request('AUTHENTICATE', { access_token: token });
    const { application } = data as { application: WithIcon };
    assert.equal(application.icon, icon);
    await client.close();

    const cdn = (hash: string) =>
      fetch(`${api.url.replace(/\/api$/, '')}/cdn/app-icons/${game.id}/${hash}.png`);
    const served = await cdn(icon ?? '');
    assert.deepEqual([served.status, served.headers.get('content-type')], [200, 'image/png']);
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), png(64, 32));

    await writeFile(path, jpeg(16, 16));
    const changed = await daemon.cli<WithIcon>('apps', 'update', game.id, '--icon', path);
    assert.notEqual(changed.icon, icon);
    assert.equal((await cdn(icon ?? '')).status, 404);
    assert.equal((await cdn(changed.icon ?? '')).headers.get('content-type'), 'image/jpeg');

    for (const bytes of [Buffer.from('no image'), png(2000, 16), Buffer.alloc(256 * 1024 + 1)]) {
      await writeFile(path, bytes);
      await assert.rejects(daemon.cli('apps', 'update', game.id, '--icon', path));
    }
    const kept = await daemon.cli<WithIcon>('apps', 'update', game.id, '--name', 'Other');
    assert.equal(kept.icon, changed.icon);
    const without = await daemon.cli<WithIcon>('apps', 'update', game.id, '--no-icon');
    assert.equal(without.icon, null);
    assert.equal((await cdn(changed.icon ?? '')).status, 404);
  } finally {
    await daemon.stop();
  }
});
