import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import RPC from 'discord-rpc';
import { launchChromium, noChromium } from '../helpers/chromium.js';
import type { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';
import { withPublicDaemon } from '../helpers/public-ports.js';
import { RawRpcClient } from '../helpers/rpc-client.js';
import { accessToken, GAME_ORIGIN, makeWorld, registerGame, type World } from '../helpers/service.js';

const scopes = ['rpc', 'identify', 'messages.read'];

async function connectClient(daemon: TestDaemon, world: World): Promise<InstanceType<typeof RPC.Client>> {
  const client = new RPC.Client({ transport: 'websocket', origin: GAME_ORIGIN });
  const token = await accessToken(daemon.runtime.api.url, world.game, world.person, scopes);
  return client.login({ clientId: world.game.id, accessToken: token, scopes });
}

test(
  'discord-rpc walks through all of its methods: the specified ones work, the others are refused and harm nothing',
  withPublicDaemon(async (daemon) => {
    const world = await makeWorld(daemon);
    const client = await connectClient(daemon, world);
    const { guildId, person, textId, voiceId } = world;

    assert.equal((await client.getGuilds()).guilds.length, 1);
    assert.equal((await client.getGuild(guildId, 1)).id, guildId);
    assert.equal((await client.getChannels(guildId)).length, 2);
    assert.equal((await client.getChannel(textId)).id, textId);
    assert.equal(await client.setCertifiedDevices([]), null);

    const heard = await client.setUserVoiceSettings(person.id, { volume: 50, mute: true });
    assert.deepEqual(heard, { user_id: person.id, pan: { left: 1, right: 1 }, volume: 50, mute: true });
    assert.equal((await client.selectTextChannel(textId))?.id, textId);
    assert.equal(await client.selectTextChannel(null), null);
    assert.equal((await client.selectVoiceChannel(voiceId, { timeout: 5 }))?.id, voiceId);
    assert.equal(await client.selectVoiceChannel(null, { force: true }), null);

    assert.equal((await client.getVoiceSettings()).mute, false);
    const changed = await client.setVoiceSettings({
      mute: true,
      mode: { type: 'PUSH_TO_TALK', delay: 100 },
    });
    assert.equal(changed.mute, true);
    assert.deepEqual(changed.mode, {
      type: 'PUSH_TO_TALK',
      auto_threshold: true,
      threshold: -60,
      shortcut: [],
      delay: 100,
    });

    // Its captureShortcut ends in an error of its own before it sends anything: the command itself works.
    assert.equal(await client.request('CAPTURE_SHORTCUT', { action: 'STOP' }), null);
    const subscription = await client.subscribe('GUILD_STATUS', { guild_id: guildId });
    assert.deepEqual(await subscription.unsubscribe(), { evt: 'GUILD_STATUS' });

    const unspecified = [
      client.setActivity({ state: 'in a test' }),
      client.clearActivity(),
      client.createLobby(1, 2, {}),
      client.getRelationships(),
      client.sendJoinInvite(person),
    ];
    await Promise.all(unspecified.map((refused) => assert.rejects(refused, { code: 4002 })));
    assert.equal((await client.getGuilds()).guilds.length, 1);
    await client.destroy();
  }),
);

test(
  'two applications and a browser page are connected at once, and a page of another origin is refused',
  { skip: noChromium },
  withPublicDaemon(async (daemon) => {
    const world = await makeWorld(daemon);
    const first = await connectClient(daemon, world);
    const [page, stranger] = [await servePage(), await servePage()];
    const other = await registerGame(daemon, '--origin', page.origin);
    const { port } = daemon.runtime.rpc;
    const second = await RawRpcClient.connect({ port, clientId: other.id, origin: GAME_ORIGIN });
    const browser = await launchChromium();
    try {
      const connect = async (origin: string) => {
        const tab = await browser.newPage();
        await tab.goto(`${origin}/`);
        return tab.evaluate(
          ([rpcPort, clientId]) =>
            new Promise<string>((resolve) => {
              const socket = new WebSocket(
                `ws://127.0.0.1:${rpcPort}/?v=1&client_id=${clientId}&encoding=json`,
              );
              socket.onmessage = ({ data }) => resolve(JSON.parse(data).evt);
              socket.onclose = ({ code }) => resolve(`closed ${code}`);
            }),
          [port, other.id] as const,
        );
      };
      assert.equal(await connect(page.origin), 'READY');
      assert.equal(await connect(stranger.origin), 'closed 4001');
      assert.equal((await daemon.cli<unknown[]>('sessions', 'list')).length, 3);
      assert.equal((await first.getGuilds()).guilds.length, 1);
      assert.equal((await second.request('GET_GUILDS')).data?.code, 4006);
    } finally {
      await browser.close();
      await Promise.all([page.stop(), stranger.stop()]);
    }
    await eventually(async () => (await daemon.cli<unknown[]>('sessions', 'list')).length === 2);
    await Promise.all([first.destroy(), second.close()]);
  }),
);

/** A web server of somebody's, with an empty page. */
async function servePage(): Promise<{ origin: string; stop(): Promise<unknown> }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
