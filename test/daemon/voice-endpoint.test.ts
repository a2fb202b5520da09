import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createSecret } from '#guildhall/platform/crypto/secrets.js';
import { restrictToOwner } from '#guildhall/platform/files/private-file.js';
import { GatewayClient } from '../api/support/gateway-client.js';
import { joinChannel, VoiceClient } from '../api/voice/support/voice-client.js';
import { TestDaemon } from '../helpers/daemon.js';
import { eventually } from '../helpers/eventually.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));
const VOICE = 2;

interface Demo {
  readonly guild: { id: string; channels: { id: string; type: number }[] };
  readonly people: { id: string; token: string }[];
}

describe('guildhall voice', () => {
  let folder = '';
  let secretFile = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-voice-'));
    secretFile = join(folder, 'voice.secret');
    await writeFile(secretFile, `${createSecret()}\n`, { mode: 0o600 });
    await restrictToOwner(secretFile, 0o600);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  function start(...flags: readonly string[]) {
    const child = spawn(process.execPath, [MAIN, 'voice', '--home', join(folder, 'voice'), ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed = { text: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed.text += chunk;
      });
    }
    // Not 'exit', which on Windows can come before what was printed.
    return { child, printed, exited: once(child, 'close') };
  }

  test('carries the voice of a service in another process', async (t) => {
    const daemon = await TestDaemon.start({ flags: ['--voice-secret-file', secretFile] });
    t.after(() => daemon.stop());
    const demo = await daemon.cli<Demo>('demo');
    const apiUrl = daemon.runtime.api.url;
    const voice = start('--api-url', apiUrl, '--voice-port', '0', '--voice-secret-file', secretFile);
    try {
      const serving = /voice endpoint is serving: (\S+)/;
      const address = await eventually(() => serving.exec(voice.printed.text)?.[1], {
        describe: () => voice.printed.text,
        share: 3,
      });
      await eventually(() => voice.printed.text.includes('linked to the service'));
      const channelId = demo.guild.channels.find(({ type }) => type === VOICE)?.id ?? assert.fail();
      const connect = async ({ id, token }: { id: string; token: string }) => {
        const gateway = await GatewayClient.identify(apiUrl, token);
        await gateway.heard('GUILD_CREATE');
        const server = await joinChannel(gateway, { guildId: demo.guild.id, channelId, userId: id });
        assert.equal(server.endpoint, address);
        return { gateway, client: await VoiceClient.join(server) };
      };
      const [one, two] = await Promise.all(demo.people.slice(0, 2).map(connect));
      assert.ok(one && two);
      await Promise.race([one.client.op(5), two.client.op(5)]);
      one.client.speak(1, Buffer.from('an Opus frame'));
      assert.deepEqual((await two.client.hear()).payload, Buffer.from('an Opus frame'));
      for (const { client, gateway } of [one, two]) {
        await client.close();
        await gateway.close();
      }
    } finally {
      voice.child.kill('SIGTERM');
      // Windows ends it at once.
      assert.equal((await voice.exited)[0], process.platform === 'win32' ? null : 0);
    }
  });

  for (const [title, flags, message] of [
    ['without a service', [], /needs a service/],
    ['without a secret', ['--api-url', 'http://127.0.0.1:1/api'], /needs the secret/],
  ] as const) {
    test(`does not start ${title}`, async () => {
      const { exited, printed } = start(...flags);
      assert.equal((await exited)[0], 2);
      assert.match(printed.text, message);
    });
  }

  test('does not start with a secret that others can read, or one that would be sent unencrypted', async () => {
    const remote = start('--api-url', 'http://203.0.113.7/api', '--voice-secret-file', secretFile);
    assert.equal((await remote.exited)[0], 2);
    assert.match(remote.printed.text, /would receive your token unencrypted/);
    const open = join(folder, 'open.secret');
    await writeFile(open, createSecret());
    await chmod(open, 0o644);
    const shared = start('--api-url', 'http://127.0.0.1:1/api', '--voice-secret-file', open);
    assert.equal((await shared.exited)[0], 1);
    assert.match(shared.printed.text, /(?:can be read|is readable) by other users/);
  });
});
