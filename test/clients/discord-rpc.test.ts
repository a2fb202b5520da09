import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import RPC from 'discord-rpc';
import { launchChromium, noChromium } from '../helpers/chromium.js';
import type { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { withPublicDaemon } from '../helpers/public-ports.js';
import { GAME_ORIGIN, GAME_REDIRECT, makeWorld, type World } from '../helpers/service.js';

const scopes = ['rpc', 'identify', 'messages.read'];

function newClient(daemon: TestDaemon): InstanceType<typeof RPC.Client> {
  const client = new RPC.Client({ transport: 'websocket', origin: GAME_ORIGIN });
  client.fetch.endpoint = daemon.runtime.api.url;
  return client;
}

const credentials = ({ game }: World) => ({
  clientId: game.id,
  clientSecret: game.client_secret,
  redirectUri: GAME_REDIRECT,
});

/** The person opens the console with its one-time address and clicks. */
async function clickInConsole(daemon: TestDaemon, button: string): Promise<string> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const { url } = await daemon.cli<{ url: string }>('console');
    await page.goto(url);
    const dialog = page.getByRole('dialog');
    const text = await dialog.textContent();
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    return text ?? '';
  } finally {
    await browser.close();
  }
}

test(
  'discord-rpc logs in by a click in the console, reads guilds and channels, reports a device and receives a message',
  { skip: noChromium },
  withPublicDaemon(async (daemon) => {
    const world = await makeWorld(daemon);
    const client = newClient(daemon);
    const login = client.login({ ...credentials(world), scopes });
    await eventually(async () => (await daemon.cli<unknown[]>('consent', 'list')).length === 1);
    const asked = await clickInConsole(daemon, 'Allow');
    assert.match(asked, /Game/);
    assert.match(asked, /http:\/\/localhost:3000/);
    await login;
    assert.equal(client.user?.id, world.person.id);
    assert.equal(client.application?.name, 'Game');

    assert.deepEqual(await client.getGuilds(), { guilds: [{ id: world.guildId, name: 'World' }] });
    const guild = await client.getGuild(world.guildId);
    assert.equal(guild.name, 'World');
    const members = guild.members as { user: { id: string }; status: string }[];
    assert.ok(members.some(({ user, status }) => user.id === world.person.id && status === 'online'));
    assert.deepEqual(
      (await client.getChannels(world.guildId)).map(({ name, type }) => ({ name, type })),
      [
        { name: 'talk', type: 0 },
        { name: 'Voice', type: 2 },
      ],
    );
    assert.equal((await client.getChannel(world.voiceId)).bitrate, 64_000);

    const subscription = await client.subscribe('MESSAGE_CREATE', { channel_id: world.textId });
    const heard = once(client, 'MESSAGE_CREATE');
    const posted = await world.post('hello from REST');
    const [event] = (await heard) as [{ channel_id: string; message: { id: string; content: string } }];
    assert.equal(event.channel_id, world.textId);
    assert.equal(event.message.id, posted.id);
    assert.equal(event.message.content, 'hello from REST');
    const channel = await client.getChannel(world.textId);
    const messages = channel.messages as { id: string; content: string; author: { bot: boolean } }[];
    // The service has announced the person who joined there, too.
    const message = messages.find(({ id }) => id === posted.id);
    assert.equal(message?.content, 'hello from REST');
    assert.equal(message?.author.bot, true);
    await subscription.unsubscribe();

    const device = {
      type: 'audioinput',
      uuid: '4B1D5C0D-9F2B-4CE5-A3F6-0B64CE1AF31B',
      vendor: { name: 'Acme', url: 'https://acme.example' },
      model: { name: 'Mic', url: 'https://acme.example/mic' },
      related: [],
      echoCancellation: true,
      noiseSuppression: true,
      automaticGainControl: false,
      hardwareMute: true,
    };
    assert.equal(await client.setCertifiedDevices([device]), null);
    const settings = await client.getVoiceSettings();
    const { availableDevices } = settings.input as { availableDevices: { id: string }[] };
    assert.equal(availableDevices[0]?.id, 'default');

    // The same application once more: now without anybody being asked.
    const again = newClient(daemon);
    await again.login({ ...credentials(world), scopes: ['rpc', 'identify'], rpcToken: true });
    assert.equal(again.user?.id, world.person.id);
    assert.deepEqual(await daemon.cli('consent', 'list'), []);
    assert.equal((await daemon.cli<unknown[]>('sessions', 'list')).length, 2);

    // And with the token it kept.
    const third = newClient(daemon);
    await third.login({ clientId: world.game.id, accessToken: client.accessToken ?? '', scopes });
    await Promise.all([client.destroy(), again.destroy(), third.destroy()]);
    await eventually(async () => (await daemon.cli<unknown[]>('sessions', 'list')).length === 0);
  }),
);

test(
  'discord-rpc is refused when the person clicks Deny, and revoking a grant ends its session',
  { skip: noChromium },
  withPublicDaemon(async (daemon) => {
    const world = await makeWorld(daemon);
    const client = newClient(daemon);
    const refused = assert.rejects(client.login({ ...credentials(world), scopes }), { code: 5000 });
    await eventually(async () => (await daemon.cli<unknown[]>('consent', 'list')).length === 1);
    await clickInConsole(daemon, 'Deny');
    await refused;
    await client.destroy();

    const remembered = newClient(daemon);
    const login = remembered.login({ ...credentials(world), scopes });
    await eventually(async () => (await daemon.cli<unknown[]>('consent', 'list')).length === 1);
    await clickInConsole(daemon, 'Allow');
    await login;
    const unasked = newClient(daemon);
    await unasked.login({ ...credentials(world), scopes });

    const gone = Promise.all([once(remembered, 'disconnected'), once(unasked, 'disconnected')]);
    const grants = await daemon.cli<{ id: string; application: { id: string } }[]>('grants', 'list');
    const grant = grants.find(({ application }) => application.id === world.game.id);
    await daemon.cli('grants', 'revoke', grant?.id ?? '');
    await gone;
  }),
);
