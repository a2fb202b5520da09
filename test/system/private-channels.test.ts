import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { TestDaemon } from '../helpers/daemon.js';
import { type Frame, RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, makeWorld, rest, type World } from '../helpers/service.js';

const SCOPES = ['rpc', 'messages.read', 'rpc.notifications.read'];

const named = (evt: string) => (frame: Frame) => frame.evt === evt;

async function connect(
  { runtime: { rpc, api } }: TestDaemon,
  { game, person }: World,
): Promise<RawRpcClient> {
  const client = await RawRpcClient.connect({ port: rpc.port, clientId: game.id, origin: GAME_ORIGIN });
  const access_token = await accessToken(api.url, game, person, SCOPES);
  assert.equal((await client.request('AUTHENTICATE', { access_token })).evt, null);
  return client;
}

/** The bot of the world opens a DM with the person and writes to it, while the person's application listens. */
async function exchangeMessages(daemon: TestDaemon, world: World): Promise<string> {
  const { game, person } = world;
  const client = await connect(daemon, world);
  for (const evt of ['CHANNEL_CREATE', 'NOTIFICATION_CREATE']) await client.request('SUBSCRIBE', {}, evt);
  const call = (path: string, body: object) =>
    rest(daemon.runtime.api.url, 'POST', path, `Bot ${game.bot?.token}`, body) as Promise<{ id: string }>;
  const { id } = await call('/users/@me/channels', { recipient_id: person.id });
  await call(`/channels/${id}/messages`, { content: 'welcome' });
  const created = await client.next(named('CHANNEL_CREATE'));
  assert.deepEqual([created.data?.id, created.data?.type], [id, 1]);
  const botName = created.data?.name;
  const notified = await client.next(named('NOTIFICATION_CREATE'));
  assert.deepEqual([notified.data?.title, notified.data?.body], [botName, 'welcome']);
  await client.request('SUBSCRIBE', { channel_id: id }, 'MESSAGE_CREATE');
  await call(`/channels/${id}/messages`, { content: 'again' });
  assert.equal((await client.next(named('MESSAGE_CREATE'))).data?.channel_id, id);
  await client.close();
  return id;
}

test('a direct message reaches the applications of its recipient, also after a restart', async () => {
  const home = await mkdtemp(join(tmpdir(), 'guildhall-private-'));
  let daemon = await TestDaemon.start({ home });
  try {
    const world = await makeWorld(daemon);
    const id = await exchangeMessages(daemon, world);
    await daemon.stop();
    daemon = await TestDaemon.start({ home });
    const client = await connect(daemon, world);
    const { data } = await client.request('SELECT_TEXT_CHANNEL', { channel_id: id, timeout: 60 });
    const shown = data as unknown as { guild_id: null; type: number; messages: { content: string }[] };
    assert.deepEqual([shown.guild_id, shown.type], [null, 1]);
    assert.deepEqual(
      shown.messages.map(({ content }) => content),
      ['welcome', 'again'],
    );
    await client.close();
  } finally {
    await daemon.stop();
    await rm(home, { recursive: true, force: true });
  }
});
