import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime } from '#guildhall/platform/text/local-time.js';
import { MESSAGE_TYPES } from '#guildhall/protocol/objects/message.js';
import { type ControlHarness, withControl } from '../control/control-harness.js';
import { eventually } from '../helpers/eventually.js';
import { guild, message, textChannel } from '../helpers/objects.js';
import { addRoleGuild } from '../helpers/role-guild.js';
import { type CommandOptions, RunningCommand, runCommand } from '../helpers/run-command.js';
import { addVoiceGuild } from '../helpers/voice-guild.js';

const run = ({ files }: ControlHarness, args: readonly string[], options?: CommandOptions) =>
  runCommand([...args, '--home', files.home], {}, options);

async function outputOf(harness: ControlHarness, ...args: string[]): Promise<string> {
  const { errors, exitCode, output } = await run(harness, args);
  assert.equal(exitCode, 0, errors);
  return output;
}

test(
  'guilds are listed, and one is shown with channels, roles and members by its id or name',
  withControl(async (harness) => {
    assert.match(
      await outputOf(harness, 'guilds', 'list'),
      /You are in no guild.*guilds create.*invites accept.*guildhall demo/,
    );
    addRoleGuild(harness.client);
    assert.match(await outputOf(harness, 'guilds', 'list'), /^ID +NAME +MEMBERS\n300 +Guild 300 +3\n$/);
    const [listed] = JSON.parse(await outputOf(harness, 'guilds', 'list', '--json')) as { id: string }[];
    assert.equal(listed?.id, '300');
    const text = await outputOf(harness, 'guilds', 'show', 'Guild 300');
    assert.equal(await outputOf(harness, 'guilds', 'show', '300'), text);
    assert.match(text, /^general +text /m);
    assert.match(text, /^Admins +#e74c3c /m);
    assert.match(text, /^bob the builder .* dnd +Playing Chess +Admins, Players$/m);
    assert.match(text, /^carol .* offline +– +Players$/m);
    for (const name of ['301', 'Other']) {
      const { errors, exitCode } = await run(harness, ['guilds', 'show', name]);
      assert.equal(exitCode, 1);
      assert.match(
        errors,
        new RegExp(`there is no guild ${name} that you are in\nYour guilds: Guild 300 \\(300\\)`),
      );
    }
  }),
);

test(
  'members are listed with what they play and their roles',
  withControl(async (harness) => {
    addRoleGuild(harness.client);
    harness.client.answer = (_method, path) =>
      path.startsWith('/guilds/300/members?')
        ? [...(harness.client.state.guild('300')?.members.values() ?? [])]
        : null;
    const text = await outputOf(harness, 'members', 'list', '300');
    assert.match(text, /^ada +ada#0001 +1 +– +–$/m);
    assert.match(text, /^bob the builder +bob#0001 +2 +Playing Chess +Players, Admins$/m);
  }),
);

test(
  'a message is sent to a channel by its name, from an argument or standard input',
  withControl(async (harness) => {
    addRoleGuild(harness.client);
    const sent = await outputOf(harness, 'messages', 'send', 'general', 'hello there');
    assert.match(sent, /^sent to general of Guild 300 \(\d+\)\n$/);
    const piped = await run(harness, ['messages', 'send', '#general'], { input: 'first\nsecond\n' });
    assert.equal(piped.exitCode, 0, piped.errors);
    const contents = JSON.parse(await outputOf(harness, 'messages', 'list', 'general', '--json')) as {
      content: string;
    }[];
    assert.deepEqual(
      contents.map(({ content }) => content),
      ['hello there', 'first\nsecond'],
    );
    assert.match(
      await outputOf(harness, 'messages', 'list', 'general'),
      / ada: hello there\n.* ada: first\n {4}second\n$/,
    );
    for (const [args, input] of [
      [['messages', 'send', 'general', 'x'.repeat(2001)]],
      [['messages', 'send', 'general', '  ']],
      [['messages', 'send', 'general'], ''],
    ] as [string[], string?][]) {
      const { exitCode } = await run(harness, args, input === undefined ? {} : { input });
      assert.equal(exitCode, 2);
    }
    const unknown = await run(harness, ['messages', 'send', 'nowhere', 'text']);
    assert.equal(unknown.exitCode, 1);
    assert.match(
      unknown.errors,
      /there is no text channel nowhere\nText channels: .*\bGuild 300\/general \(312\)/,
    );
  }),
);

test(
  'a message of others cannot look like another one, nor control the terminal',
  withControl(async (harness) => {
    addRoleGuild(harness.client);
    const content = 'a\u001b[2J\n2026-01-01 00:00 ada: forged\u202e';
    harness.client.messagesOf.set('312', [message('1', '312', { content })]);
    const text = await outputOf(harness, 'messages', 'list', 'general');
    assert.match(text, /a\[U\+001B\]\[2J\n {4}2026-01-01 00:00 ada: forged\[U\+202E\]\n$/);
  }),
);

test(
  'the name of an author ends where it ends',
  withControl(async (harness) => {
    addRoleGuild(harness.client);
    const author = { id: '9', username: 'root#5803: I agree', discriminator: '0001', avatar: null };
    harness.client.messagesOf.set('312', [message('1', '312', { author, content: 'no' })]);
    assert.match(await outputOf(harness, 'messages', 'list', 'general'), / "root#5803: I agree": no\n$/);
  }),
);

test(
  'a message without text is listed with what it is',
  withControl(async (harness) => {
    addRoleGuild(harness.client);
    const joined = message('1', '312', { content: '', type: MESSAGE_TYPES.GUILD_MEMBER_JOIN });
    harness.client.messagesOf.set('312', [joined]);
    const text = await outputOf(harness, 'messages', 'list', 'general');
    assert.equal(text, `${localTime(joined.timestamp, 'minute')} ada: (joined the guild)\n`);
  }),
);

test(
  'messages list --follow prints new messages until it is interrupted',
  withControl(async (harness) => {
    addRoleGuild(harness.client);
    const command = new RunningCommand([
      'messages',
      'list',
      'general',
      '--follow',
      '--json',
      '--home',
      harness.files.home,
    ]);
    await eventually(() => command.output.includes('"page"'));
    command.interrupt();
    assert.equal((await command.finished).exitCode, 0);
  }),
);

test(
  'guilds configure without a setting is wrong usage',
  withControl(async (harness) => {
    const { errors, exitCode, output } = await run(harness, ['guilds', 'configure', '1', '--json']);
    assert.deepEqual([exitCode, output], [2, '']);
    assert.match(errors, /say what to change: --features/);
  }),
);

test(
  'names of a hostile service stay in their line, without colors',
  withControl(async (harness) => {
    harness.client.addGuild(guild('400', { name: 'Chess\n\u001b[31mleft Demo (1)' }));
    assert.equal(
      await outputOf(harness, 'guilds', 'leave', '400', '--yes'),
      'left Chess[U+000A][U+001B][31mleft Demo (1) (400)\n',
    );
  }),
);

test(
  'a time of a hostile service is printed without control characters',
  withControl(async (harness) => {
    addRoleGuild(harness.client);
    await outputOf(harness, 'messages', 'send', 'general', 'hello');
    for (const [sent] of harness.client.messagesOf.values()) {
      Object.assign(sent ?? {}, { timestamp: '\u001b]0;title\u0007\nada: forged' });
    }
    assert.equal(
      await outputOf(harness, 'messages', 'list', 'general'),
      '[U+001B]]0;title[U+0007][U+000A]ada: forged ada: hello\n',
    );
  }),
);

test(
  'names of guilds and members cannot add lines or colors to a result, nor to a question',
  withControl(async (harness) => {
    const name = 'a\nb\u001b[31m';
    addRoleGuild(harness.client, name);
    addVoiceGuild(harness.client, { names: ['bob', 'carol', name] });
    const invite = {
      ...{ code: 'x', guild: { id: '300', name, splash: null, icon: null } },
      channel: { id: '312', name: 'general', type: 0 },
    };
    harness.client.answer = (_method, path) => (path.startsWith('/invites/') ? invite : {});
    for (const command of [
      ['activities', 'invite', '4'],
      ['invites', 'accept', 'x'],
      ['guilds', 'rename', '300', 'Chess'],
      ['members', 'kick', 'carol', '--guild', '300', '--yes'],
    ])
      assert.match(await outputOf(harness, ...command), /^[^\n]*a\[U\+000A\]b\[U\+001B\]\[31m[^\n]*\n$/);
    const { errors } = await run(harness, ['guilds', 'leave', '300']);
    assert.match(errors, /^error: confirmation is needed: Leave a\[U\+000A\]b\[U\+001B\]\[31m \(300\)\?\n/);
  }),
);

test(
  'who asks to join or to watch a game is told which of them follows',
  withControl(async (harness) => {
    addRoleGuild(harness.client);
    const ask = ['activities', 'ask', 'carol'];
    assert.equal(await outputOf(harness, ...ask), 'asked carol; the game here joins once they accept\n');
    assert.equal(
      await outputOf(harness, ...ask, '--watch'),
      'asked carol; the game here watches once they accept\n',
    );
  }),
);

test(
  'a new guild of a known name is noted, and equal names are refused for what cannot be undone',
  withControl(async (harness) => {
    addRoleGuild(harness.client, 'Chess');
    harness.client.answer = (method, path) => {
      if (path === '/channels/310') return textChannel('310', { name: 'rules' });
      if (path === '/guilds/400') harness.client.dispatch('GUILD_DELETE', { id: '400' });
      if (method !== 'POST') return {};
      harness.client.addGuild(guild('400', { name: 'Chess' }));
      return { id: '400', name: 'Chess' };
    };
    assert.match(
      await outputOf(harness, 'guilds', 'create', 'Chess'),
      /created Chess \(400\)\nYou are in another guild of this name \(300\)/,
    );
    for (const command of ['delete', 'leave']) {
      const { errors, exitCode } = await run(harness, ['guilds', command, 'Chess', '--yes']);
      assert.match(
        errors,
        /several guilds are named Chess\nName one by its id: Chess \(300\), Chess \(400\)/,
      );
      assert.equal(exitCode, 1);
    }
    assert.deepEqual(
      harness.client.requests.map(({ method }) => method),
      ['POST'],
    );
    assert.equal(await outputOf(harness, 'guilds', 'delete', '400', '--yes'), 'deleted Chess (400)\n');
    const args = ['--guild', '300', '--yes'];
    assert.equal(
      await outputOf(harness, 'channels', 'delete', 'rules', ...args),
      'deleted rules (310) of Chess\n',
    );
    assert.equal(
      await outputOf(harness, 'roles', 'delete', 'Players', ...args),
      'deleted Players (302) of Chess\n',
    );
    assert.equal(
      await outputOf(harness, 'members', 'kick', 'carol', ...args),
      'removed carol (3) from Chess\n',
    );
  }),
);
