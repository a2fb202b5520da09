import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totpCode } from '#guildhall/platform/crypto/totp.js';
import { TestDaemon, withDaemon } from '../helpers/daemon.js';

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

interface Named {
  id: string;
  name: string;
}

test(
  'a person creates a guild, invites a friend of another home, and moderates it, with the command line alone',
  withDaemon(async (daemon) => {
    const owner = await daemon.cli<Named>('whoami');
    const made = await daemon.cli<Named & { channels: Named[] }>('guilds', 'create', 'Chess Club');
    assert.deepEqual(
      made.channels.map(({ name }) => name),
      ['general', 'Lounge'],
    );
    const category = await daemon.cli<Named>('channels', 'create', 'Chess Club/Games', '--type', 'category');
    const openings = await daemon.cli<Named & { parent_id: string }>(
      ...['channels', 'create', 'Openings', '--topic', 'e4', '--in', 'Games'],
    );
    assert.deepEqual([openings.name, openings.parent_id], ['openings', category.id]);
    const endings = await daemon.cli<Named>('channels', 'rename', 'openings', 'Endings');
    assert.deepEqual([endings.id, endings.name], [openings.id, 'endings']);
    const moved = await daemon.cli<{ parent_id: null }>('channels', 'move', openings.id, '--no-in');
    assert.equal(moved.parent_id, null);
    await daemon.run('channels', 'delete', category.id, '--yes');

    const friend = await daemon.cli<Named & { token: string }>('users', 'create', '--username', 'Grace');
    const invite = await daemon.cli<{ code: string }>('invites', 'create', 'general', '--uses', '1');
    const home = await TestDaemon.start({ flags: ['--api-url', daemon.runtime.api.url] });
    try {
      for (const args of [
        ['guilds', 'list'],
        ['guilds', 'create', 'Mine'],
        ['invites', 'accept', 'x'],
        ['whoami'],
      ])
        await assert.rejects(home.run(...args), {
          stderr: /nobody is signed in\nSign in with: guildhall --home \S+ login/,
        });
      await home.runWithInput(`${friend.token}\n`, 'login');
      const joined = await home.run('invites', 'accept', `https://example/${invite.code}`);
      assert.match(joined.stdout, /^joined Chess Club /);
      await home.run('messages', 'send', 'Chess Club/general', 'hello');
      await assert.rejects(home.run('channels', 'create', 'mine'), {
        stderr: /Missing Permissions: this needs MANAGE_CHANNELS\nYour roles in this guild do not allow it/,
      });
      await assert.rejects(home.run('guilds', 'create', 'Mine'), { stderr: /only bots.*\n.*operator/ });
      await assert.rejects(home.run('apps', 'list'), { stderr: /remote service/ });
      const role = await daemon.cli<Named>('roles', 'create', 'Builders', '--allow', 'manage-channels');
      await daemon.run('members', 'role', 'Grace', 'Builders');
      await home.run('channels', 'create', 'mine');
      assert.deepEqual(
        await daemon
          .cli('roles', 'permissions', role.id, '--deny', 'MANAGE_CHANNELS')
          .then((one) =>
            (one as { permission_names: string[] }).permission_names.includes('MANAGE_CHANNELS'),
          ),
        false,
      );
      assert.match((await daemon.run('members', 'list')).stdout, /^Grace +Grace#\d{4} +\d+ +– +Builders$/m);
    } finally {
      await home.stop();
    }
    await daemon.run('members', 'ban', 'Grace', '--reason', 'cheated', '--yes');
    assert.match((await daemon.run('members', 'bans')).stdout, /^Grace#\d{4} +\d+ +cheated$/m);
    const unbanned = await daemon.run('members', 'unban', 'grace');
    assert.match(unbanned.stdout, /^Grace#\d{4} \(\d+\) may join Chess Club again$/m);
    const log = await fetch(`${daemon.runtime.api.url}/guilds/${made.id}/audit-logs`, {
      headers: { authorization: (owner as Named & { token: string }).token },
    });
    const { audit_log_entries: entries } = (await log.json()) as { audit_log_entries: { user_id: string }[] };
    assert.ok(entries.length >= 8, `${entries.length} entries`);
    assert.ok(entries.some(({ user_id }) => user_id === owner.id));

    await assert.rejects(daemon.run('guilds', 'delete', 'Chess Club'), { stderr: /--yes/ });
    await daemon.run('guilds', 'rename', 'Chess Club', 'Go Club');
    await daemon.run('guilds', 'delete', made.id, '--yes');
    assert.deepEqual(await daemon.cli('guilds', 'list'), []);
  }),
);

test(
  'a guild with a name that it cannot have is refused with the reason, and others are created for other users',
  withDaemon(async (daemon) => {
    await assert.rejects(daemon.run('guilds', 'create', 'x'), {
      code: 2,
      stderr: /the name of a guild: Must be between 2 and 100 in length/,
    });
    await daemon.cli('guilds', 'create', 'Mine');
    await assert.rejects(daemon.run('channels', 'create', 'x'), {
      code: 1,
      stderr: /Invalid Form Body: name: Must be between 2 and 100 in length/,
    });
    await assert.rejects(daemon.run('channels', 'create', 'Nope/x'), { stderr: /there is no guild Nope / });
    const ada = await daemon.cli<Named>('users', 'create', '--username', 'Ada');
    const hers = await daemon.cli<Named>('guilds', 'create', 'Hers', '--owner', 'Ada');
    const mine = await daemon.cli<Named[]>('guilds', 'list');
    assert.ok(!mine.some(({ id }) => id === hers.id));
    await daemon.run('apps', 'create', '--name', 'Game', '--owner', 'Ada');
    await daemon.run('apps', 'testers', 'Game', '--add', ada.id, '--add', 'Ada');
    assert.match((await daemon.run('apps', 'approve', 'Game')).stdout, /approved +yes/);
    await assert.rejects(daemon.run('apps', 'approve', 'Gane'), {
      stderr: /no application Gane\n.*apps list/,
    });
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
