import { readFileSync } from 'node:fs';
import type * as Client from '#guildhall/kit/client/node.js';

// A game that runs on Windows with the client library of the package: game.js CLIENT DEMO PORT. It prints what happens, a line
// each. F5 is its key of push-to-talk.

const [client = '', demo = '', port = ''] = process.argv.slice(2);
const { exchangeCode, GuildhallClient } = (await import(client)) as typeof Client;
const { api_url: apiUrl, application, guild } = JSON.parse(readFileSync(demo, 'utf8'));
const channel: string = guild.channels.find(({ type }: { type: number }) => type === 2).id;
const say = (text: string) => process.stdout.write(`${text}\n`);

const game = new GuildhallClient({
  clientId: application.id,
  origin: application.rpc_origins[0],
  ports: [Number(port)],
});
await game.connect();
say('authorizing');
const { user } = await game.authorize(['rpc'], async (code) => {
  const token = await exchangeCode({
    apiUrl,
    clientId: application.id,
    clientSecret: application.client_secret,
    code,
    redirectUri: application.redirect_uris[0],
  });
  return token.access_token;
});
say(`authenticated ${user.username}`);
await game.subscribe('VOICE_CONNECTION_STATUS', {}, ({ state }) => say(state));
await game.subscribe('SPEAKING_START', { channel_id: channel }, () => say('speaking'));
await game.subscribe('SPEAKING_STOP', { channel_id: channel }, () => say('silent'));
await game.request('SELECT_VOICE_CHANNEL', { channel_id: channel, force: true });
say('capturing');
// F8 ends it.
for (let last = ''; last !== 'f8'; ) {
  const captured = await game.request('CAPTURE_SHORTCUT', { action: 'START' });
  say(`captured ${JSON.stringify(captured?.shortcut)}`);
  await game.request('CAPTURE_SHORTCUT', { action: 'STOP' });
  last = captured?.shortcut[0]?.name ?? '';
}
const shortcut = [{ type: 0 as const, code: 0x3e, name: 'f5' }];
await game.request('SET_VOICE_SETTINGS', { mode: { type: 'PUSH_TO_TALK', shortcut, delay: 20 } });
say('push-to-talk');
