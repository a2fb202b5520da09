import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showGuild } from '#guildhall/control/guilds/show-guild.js';
import { showMessage } from '#guildhall/control/guilds/show-message.js';
import { addBot } from '#guildhall/control/operations/guild-changes.js';
import { getGuild, listGuilds, watchGuildView } from '#guildhall/control/operations/guild-views.js';
import {
  deleteMessage,
  editMessage,
  listEarlierMessages,
  listLaterMessages,
  listMessages,
  sendMessage,
  watchMessages,
} from '#guildhall/control/operations/messages.js';
import { UserError } from '#guildhall/platform/errors.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import { addRoleGuild } from '../helpers/role-guild.js';
import { MockChatClient } from '../mocks/mock-client.js';
import { withControl } from './control-harness.js';

const notFound = (error: unknown) => error instanceof UserError && /there is no/.test(error.message);

test(
  'a guild is shown with channels in the order of a client, roles and members',
  withControl(async ({ client, daemon }) => {
    addRoleGuild(client);
    const shown = await daemon.call(getGuild, { id: '300' }, {});
    assert.deepEqual(
      shown.channels.map(({ name, type }) => [name, type]),
      [
        ['rules', 0],
        ['Text', 4],
        ['general', 0],
        ['Voice', 4],
        ['Lounge', 2],
      ],
    );
    assert.deepEqual(
      shown.roles.map(({ name, color, members }) => [name, color, members]),
      [
        ['Admins', '#e74c3c', 1],
        ['Players', null, 2],
      ],
    );
    assert.deepEqual(
      shown.members.map(({ name, status, roles, activity }) => [name, status, roles, activity]),
      [
        ['bob the builder', 'dnd', ['301', '302'], 'Playing Chess'],
        ['ada', 'offline', [], null],
        ['carol', 'offline', ['302'], null],
      ],
    );
    assert.deepEqual([shown.online, shown.more_members], [1, 0]);
    await assert.rejects(daemon.call(getGuild, { id: '1' }, {}), notFound);
    const { guilds } = await daemon.call(listGuilds, {}, {});
    assert.deepEqual(
      guilds.map(({ name, member_count }) => [name, member_count]),
      [['Guild 300', 3]],
    );
  }),
);

test('of two roles with one position the older is listed first, of a guild and of a member', () => {
  const client = new MockChatClient();
  addRoleGuild(client);
  const older = client.state.guild('300')?.roles.get('301');
  assert.ok(older);
  client.dispatch('GUILD_ROLE_UPDATE', { guild_id: '300', role: { ...older, position: 1 } });
  const shown = showGuild(client, '300');
  const bob = shown?.members.find(({ id }) => id === '2');
  assert.deepEqual(
    [shown?.roles.map(({ id }) => id), bob?.roles],
    [
      ['301', '302'],
      ['301', '302'],
    ],
  );
});

test('of a guild with ten thousand members 200 are listed, those that are online first', () => {
  const client = new MockChatClient();
  const plain = guild('200');
  const [ada] = plain.members;
  assert.ok(ada);
  const members = Array.from({ length: 10_000 }, (_, index) => ({
    ...ada,
    user: { ...ada.user, id: String(1_000 + index), username: `member ${index}` },
  }));
  const presences = members.slice(-150).map(({ user: { id } }) => ({
    ...{ user: { id }, game: null, status: 'online' as const, activities: [], roles: [] },
  }));
  client.addGuild({ ...plain, members, presences, member_count: 12_000 });
  const shown = showGuild(client, '200');
  assert.equal(shown?.members.length, 200);
  assert.equal(shown.members.filter(({ status }) => status === 'online').length, 150);
  assert.ok(shown.members.slice(0, 150).every(({ status }) => status === 'online'));
  assert.deepEqual([shown.more_members, shown.online], [11_800, 150]);
});

test(
  'a watched guild is sent again when a member, a role or a channel changes, and null when it is left',
  withControl(async ({ client, daemon }) => {
    addRoleGuild(client);
    const seen: unknown[] = [];
    for await (const { part, value } of daemon.stream(watchGuildView, { id: '300', channel: '0' }, {})) {
      if (part !== 'guild') continue;
      seen.push(value === null ? null : [value.channels.length, value.roles.length, value.members.length]);
      if (seen.length === 1) client.dispatch('CHANNEL_CREATE', textChannel('390', { guild_id: '300' }));
      if (seen.length === 2) client.dispatch('GUILD_ROLE_DELETE', { guild_id: '300', role_id: '302' });
      if (seen.length === 3) {
        const user = { id: '3', username: 'carol', discriminator: '0001', avatar: null };
        client.dispatch('GUILD_MEMBER_REMOVE', { guild_id: '300', user });
      }
      if (seen.length === 4) client.dispatch('GUILD_DELETE', { id: '300' });
      if (seen.length === 5) break;
    }
    assert.deepEqual(seen, [[5, 2, 3], [6, 2, 3], [6, 1, 3], [6, 1, 2], null]);
  }),
);

const CHANNEL = '312';

test(
  'messages are read page by page in both directions',
  withControl(async ({ client, daemon }) => {
    addRoleGuild(client);
    client.messagesOf.set(
      CHANNEL,
      Array.from({ length: 120 }, (_, index) => message(String(1_000 + index), CHANNEL)),
    );
    const newest = await daemon.call(listMessages, { id: CHANNEL }, {});
    const earlier = await daemon.call(listEarlierMessages, { id: CHANNEL, message: '1070' }, {});
    const first = await daemon.call(listEarlierMessages, { id: CHANNEL, message: '1020' }, {});
    const later = await daemon.call(listLaterMessages, { id: CHANNEL, message: '1019' }, {});
    const last = await daemon.call(listLaterMessages, { id: CHANNEL, message: '1100' }, {});
    assert.deepEqual(
      [newest, earlier, first, later, last].map(({ messages, has_more }) => [
        messages[0]?.id,
        messages.at(-1)?.id,
        has_more,
      ]),
      [
        ['1070', '1119', true],
        ['1020', '1069', true],
        ['1000', '1019', false],
        ['1020', '1069', true],
        ['1101', '1119', false],
      ],
    );
    for (const id of ['1', '999']) await assert.rejects(daemon.call(listMessages, { id }, {}), notFound);
    await assert.rejects(daemon.call(listEarlierMessages, { id: CHANNEL, message: 'x' }, {}), notFound);
  }),
);

test(
  'messages of a channel arrive live, those of other channels do not',
  withControl(async ({ client, daemon }) => {
    addRoleGuild(client);
    client.messagesOf.set(CHANNEL, [message('1000', CHANNEL, { content: 'old' })]);
    const seen: unknown[] = [];
    for await (const part of daemon.stream(watchMessages, { id: CHANNEL }, {})) {
      seen.push(
        part.part === 'page'
          ? part.value.messages.map(({ content }) => content)
          : part.part === 'message'
            ? [part.value.author.name, part.value.content, part.value.is_edited]
            : part.value,
      );
      if (seen.length === 1) {
        client.dispatch('MESSAGE_CREATE', message('1001', '310', { content: 'elsewhere' }));
        await daemon.call(sendMessage, { id: CHANNEL }, { content: 'hello' });
        const edited_timestamp = '2026-01-02T03:04:05.000000+00:00';
        client.dispatch('MESSAGE_UPDATE', message('1000', CHANNEL, { content: 'new', edited_timestamp }));
        client.dispatch('MESSAGE_DELETE', { id: '1000', channel_id: CHANNEL });
      }
      if (seen.length === 4) break;
    }
    assert.deepEqual(seen, [['old'], ['ada', 'hello', false], ['ada', 'new', true], '1000']);
    assert.deepEqual(client.sent, [{ channelId: CHANNEL, content: 'hello' }]);
  }),
);

test(
  'the stream of messages ends when events may have been missed',
  withControl(async ({ client, daemon }) => {
    addRoleGuild(client);
    let parts = 0;
    for await (const _part of daemon.stream(watchMessages, { id: CHANNEL }, {})) {
      parts += 1;
      client.startNewSession([]);
    }
    assert.equal(parts, 1);
  }),
);

test(
  'a message of the person is changed and deleted as their REST request',
  withControl(async ({ client, daemon }) => {
    addRoleGuild(client);
    client.answer = (method) => (method === 'PATCH' ? message('1000', CHANNEL, { content: 'new' }) : null);
    const params = { id: CHANNEL, message: '1000' };
    assert.equal((await daemon.call(editMessage, params, { content: 'new' })).id, '1000');
    assert.deepEqual(await daemon.call(deleteMessage, params, {}), {});
    const path = `/channels/${CHANNEL}/messages/1000`;
    assert.deepEqual(client.requests, [
      { method: 'PATCH', path, body: { content: 'new' } },
      { method: 'DELETE', path },
    ]);
  }),
);

test(
  'a bot is added as the request of the person, without a token in a form',
  withControl(async ({ client, daemon }) => {
    client.answer = () => ({ guild_id: '300' });
    const body = { permissions: '2048', authorize: true as const };
    await daemon.call(addBot, { id: '300', application: '100' }, body);
    const path = '/oauth2/authorize?client_id=100&scope=bot&guild_id=300';
    assert.deepEqual(client.requests, [{ method: 'POST', path, body }]);
  }),
);

test(
  'files are sent with a message, at most 8 MiB together, and shown with their address',
  withControl(async ({ client, daemon }) => {
    addRoleGuild(client);
    const file = (name: string, bytes: Buffer) => ({ name, data: bytes.toString('base64') });
    const sent = await daemon.call(
      sendMessage,
      { id: CHANNEL },
      { content: '', files: [file('notes.txt', Buffer.from('one'))] },
    );
    assert.deepEqual(sent.attachments, ['notes.txt']);
    const [shown] = sent.files;
    assert.match(shown?.url ?? '', /^http:\/\/127\.0\.0\.1:6480\/cdn\/attachments\//);
    assert.deepEqual([shown?.name, shown?.bytes, shown?.image], ['notes.txt', 3, null]);
    assert.equal(client.sent[0]?.files?.[0]?.bytes.toString(), 'one');
    const half = Buffer.alloc(4 * 1024 * 1024);
    const whole = { content: 'x', files: [file('a', half), file('b', half)] };
    await daemon.call(sendMessage, { id: CHANNEL }, whole);
    for (const body of [
      { content: '' },
      { content: 'x', files: [...whole.files, file('c', Buffer.from('x'))] },
      { content: 'x', files: Array.from({ length: 11 }, () => file('a', Buffer.from('x'))) },
      { content: 'x', files: [{ name: 'a', data: 'not Base64' }] },
    ]) {
      await assert.rejects(daemon.call(sendMessage, { id: CHANNEL }, body), UserError);
    }
    assert.equal(client.sent.length, 2);
  }),
);

test('message files have only web addresses, and a picture only if it may be shown', () => {
  const file = (url: string, size: number, width: number | null, height: number | null) => ({
    ...{ id: '1', filename: 'a.png', size, url, proxy_url: url, width, height },
  });
  const attachments = [
    file('https://cdn.example/a.png', 10, 40, 30),
    file('javascript:alert(1)', 10, 40, 30),
    file('https://cdn.example/a.png', 9_000_000, 40, 30),
    file('https://cdn.example/a.png', 10, 40, 30_000),
    file('https://cdn.example/a.png', 10, null, null),
  ];
  const { state } = new MockChatClient();
  const shown = showMessage(state, message('1000', CHANNEL, { attachments }));
  assert.deepEqual(
    shown?.files.map(({ url, image }) => [url, image !== null]),
    [
      ['https://cdn.example/a.png', true],
      [null, true],
      ['https://cdn.example/a.png', false],
      ['https://cdn.example/a.png', false],
      ['https://cdn.example/a.png', false],
    ],
  );
});
