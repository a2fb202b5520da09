import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totpCode } from '#guildhall/platform/totp.js';
import { type TestDaemon, withDaemon } from '../helpers/daemon.js';

interface Made {
  bot: { token: string };
}
interface ShownGuild {
  id: string;
  features: string[];
  mfa_level: number;
}

interface Shown {
  user_id: string;
  expires_at: string | null;
}

/** For the person of the daemon, who owns its applications, with the commands of the CLI. */
async function enableTwoFactor(daemon: TestDaemon): Promise<void> {
  const { id } = await daemon.cli<{ id: string }>('whoami');
  const command = ['users', 'two-factor'];
  const { secret } = await daemon.cli<{ secret: string }>(...command, 'enable', id);
  const code = totpCode(secret, Math.floor(Date.now() / 30_000));
  const { stdout } = await daemon.runWithInput(`${code}\n`, ...command, 'confirm', id, '--json');
  const { backup_codes } = JSON.parse(stdout) as { backup_codes: string[] };
  assert.equal(backup_codes.length, 10);
}

test(
  'two-factor authentication is enabled and disabled by the command line',
  withDaemon(async (daemon) => {
    await enableTwoFactor(daemon);
    const { id } = await daemon.cli<{ id: string }>('whoami');
    const again = daemon.cli('users', 'two-factor', 'enable', id);
    await assert.rejects(again, { code: 1, stderr: /has two-factor authentication/ });
    await daemon.cli('users', 'two-factor', 'disable', id);
    await daemon.cli('users', 'two-factor', 'enable', id);
  }),
);

test(
  'the administrator sets and removes features, the vanity url and two-factor of a guild',
  withDaemon(async (daemon) => {
    const { bot } = await daemon.cli<Made>('apps', 'create', '--name', 'Game', '--bot');
    const request = requester(daemon.runtime.api.url, bot.token);
    const channels = [{ name: 'talk' }];
    const { id } = await request<ShownGuild>('POST', '/guilds', { name: 'World', channels });
    const configure = (...options: string[]) => daemon.cli('guilds', 'configure', id, ...options);
    await assert.rejects(configure('--two-factor'), { code: 1, stderr: /has no two-factor authentication/ });
    for (const code of ['', 'x', 'Our World']) {
      await assert.rejects(configure('--vanity', code), { code: 2, stderr: /a vanity url has 2 to 32/ });
    }
    await enableTwoFactor(daemon);
    await configure('--features', 'VANITY_URL', 'VIP_REGIONS', '--vanity', 'our-world', '--two-factor');
    const given = await request<ShownGuild>('GET', `/guilds/${id}`);
    assert.deepEqual([given.features, given.mfa_level], [['VANITY_URL', 'VIP_REGIONS'], 1]);
    const invite = await request<{ guild: ShownGuild }>('GET', '/invites/our-world');
    assert.equal(invite.guild.id, id);
    await configure('--no-features', '--no-vanity', '--no-two-factor');
    const taken = await request<ShownGuild>('GET', `/guilds/${id}`);
    assert.deepEqual([taken.features, taken.mfa_level], [[], 0]);
    const gone = await request<{ code: number }>('GET', '/invites/our-world');
    assert.equal(gone.code, 10006);
  }),
);

test(
  'the administrator sets the subscribers of an integration and when they end',
  withDaemon(async (daemon) => {
    const { bot } = await daemon.cli<Made>('apps', 'create', '--name', 'Game', '--bot');
    const [ada, joan] = [
      (await daemon.cli<{ id: string }>('users', 'create', '--username', 'Ada')).id,
      (await daemon.cli<{ id: string }>('users', 'create', '--username', 'Joan')).id,
    ];
    const request = requester(daemon.runtime.api.url, bot.token);
    const { id } = await request<ShownGuild>('POST', '/guilds', { name: 'World' });
    await request('POST', `/guilds/${id}/integrations`, { type: 'twitch', id: '7' });
    const subscribers = (...options: string[]) =>
      daemon.cli<Shown[]>('guilds', 'subscribers', id, '7', ...options);
    const until = '2026-12-31T18:00:00.000000+00:00';
    assert.deepEqual(await subscribers('--add', ada, '--until', '2026-12-31T18:00Z', '--add', joan), [
      { user_id: ada, expires_at: until },
      { user_id: joan, expires_at: null },
    ]);
    const wrong = subscribers('--add', joan, '--until', 'zork');
    await assert.rejects(wrong, { code: 2, stderr: /zork is not a time/ });
    assert.deepEqual(await subscribers('--remove', joan), [{ user_id: ada, expires_at: until }]);
    assert.deepEqual(await subscribers(), [{ user_id: ada, expires_at: until }]);
  }),
);

test(
  'the administrator sets what is verified of a new person',
  withDaemon(async (daemon) => {
    const create = (...options: string[]) =>
      daemon.cli<{ token: string }>('users', 'create', '--username', 'Ada', ...options);
    const isVerified = async ({ token }: { token: string }): Promise<boolean> => {
      const headers = { authorization: token };
      const reply = await fetch(`${daemon.runtime.api.url}/users/@me`, { headers });
      return ((await reply.json()) as { verified: boolean }).verified;
    };
    assert.equal(await isVerified(await create('--phone', '+4930123456')), true);
    assert.equal(await isVerified(await create('--no-verified')), false);
    await assert.rejects(create('--phone', '030 123456'), /phone number/);
  }),
);

/** Makes requests of a bot. */
function requester(url: string, token: string) {
  return async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
    const headers = { authorization: `Bot ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const reply = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return (text === '' ? null : JSON.parse(text)) as Reply;
  };
}
