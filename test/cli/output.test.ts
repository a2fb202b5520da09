import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields, table } from '#guildhall/cli/support/table.js';
import { sourceFiles, textOf } from '../architecture/imports.js';
import { type ControlHarness, withControl } from '../control/control-harness.js';
import { MockAdministration } from '../control/mock-administration.js';
import { consentRequest, programActivity, rpcSession } from '../control/requests.js';
import { guild } from '../helpers/objects.js';
import { runCommand } from '../helpers/run-command.js';

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d/;

async function output(harness: ControlHarness, ...args: string[]): Promise<string> {
  const { exitCode, output: text, errors } = await runCommand([...args, '--home', harness.files.home]);
  assert.equal(exitCode, 0, errors);
  return text;
}

test(
  'whoami prints the token only on request, or with --json',
  withControl(async (harness) => {
    const token = 'person';
    const words = await output(harness, 'whoami');
    assert.match(words, /^token +hidden \(guildhall whoami --show-token --home \S+ prints it\)$/m);
    assert.ok(!words.includes(token), words);
    assert.match(await output(harness, 'whoami', '--show-token'), new RegExp(`^token +${token}$`, 'm'));
    assert.equal((JSON.parse(await output(harness, 'whoami', '--json')) as { token: string }).token, token);
  }),
);

test(
  'people read times in local time, programs in ISO 8601',
  withControl(async (harness) => {
    harness.sessions.push(rpcSession('a'));
    harness.captures.start('Game');
    for (const command of ['status', 'sessions list']) {
      const words = command.split(' ');
      const text = await output(harness, ...words);
      assert.match(text, /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, command);
      assert.doesNotMatch(text, ISO_TIME, command);
      assert.match(await output(harness, ...words, '--json'), ISO_TIME, command);
    }
  }),
);

const USAGE = [
  [['nonsense'], 'guildhall --help'],
  [['status', '--nonsense'], 'guildhall status --help'],
  [['apps', 'nonsense'], 'guildhall apps --help'],
  [['apps', 'create'], 'guildhall apps create --help'],
  [['users', 'two-factor', 'enable'], 'guildhall users two-factor enable --help'],
  [['doctor', '--yes'], 'guildhall doctor --help'],
  [['help', 'apps', 'nonsense'], 'guildhall apps --help'],
] as const;

for (const [args, help] of USAGE) {
  test(`the error of guildhall ${args.join(' ')} names ${help}`, async () => {
    const { exitCode, errors } = await runCommand(args);
    assert.equal(exitCode, 2);
    assert.match(errors, new RegExp(`\\(see ${help}\\)\\n$`));
  });
}

test('names of others, such as the settings of a backup, stay on their line and hide nothing', () => {
  const text = fields([
    ['x\ny\u001b[8m', 'a'],
    ['api_url', 'b'],
  ]);
  assert.deepEqual(text.split('\n'), ['x[U+000A]y[U+001B][8m  a', `${'api_url'.padEnd(21)}  b`]);
});

test(
  'an activity that the person has not allowed yet differs from a blocked one, and its line says how to show it',
  withControl(async (harness) => {
    harness.activities.push(
      programActivity('101', { isBlocked: true, isUndecided: true }),
      programActivity('102', { isBlocked: true }),
    );
    const text = await output(harness, 'activities');
    assert.match(text, /^101 +Playing Game +not allowed yet +not registered/m);
    assert.match(text, /^102 +Playing Game +blocked +not registered/m);
    assert.match(text, /^show it to others with: guildhall activities unblock 101 --home \S+$/m);
    harness.activities.shift();
    assert.doesNotMatch(await output(harness, 'activities'), /not allowed yet|unblock/);
  }),
);

test(
  'commands that a result names are for the home that was named',
  withControl(
    async (harness) => {
      const { client } = harness;
      const never = new AbortController().signal;
      void harness.consent.ask(consentRequest(), never);
      harness.activities.push(programActivity('101', { isBlocked: true, isUndecided: true }));
      harness.captures.start('Game');
      client.answer = () => [];
      const problems: string[] = [];
      for (const [line, named] of [
        ['whoami', 1],
        ['status', 2],
        ['guilds list', 3],
        ['guilds create Chess', 1],
        ['invites list 400', 1],
        ['activities', 1],
        [`consent approve ${harness.consent.waiting()[0]?.id} --remember`, 1],
        ['users two-factor enable 1', 1],
        ['apps create --name Chess', 0],
      ] as const) {
        const text = await output(harness, ...line.split(' '));
        const commands = text.split(/\bguildhall (?=[a-z])/).slice(1);
        if (
          commands.length !== named ||
          !commands.every((one) => one.includes(`--home ${harness.files.home}`))
        )
          problems.push(`${line}: ${text}`);
      }
      assert.deepEqual(problems, []);
    },
    (harness) => {
      const beginTwoFactor = async () => ({ secret: 'ABC', uri: 'otpauth://totp/x' });
      const createGuild = async () => {
        harness.client.addGuild(guild('400'));
        return { id: '400', name: 'Chess', channels: [] };
      };
      harness.administration = Object.assign(new MockAdministration(), { beginTwoFactor, createGuild });
    },
  ),
);

test(
  'where no program came, a server that programs find before the daemon is named',
  withControl(async (harness) => {
    const lists = [['consent', 'list'], ['activities'], ['status']];
    for (const list of lists) assert.doesNotMatch(await output(harness, ...list), /node \(pid 7\)/);
    harness.daemonProcess = { ...harness.daemonProcess, earlier_servers: ['port 6463 by node (pid 7)'] };
    for (const list of lists) assert.match(await output(harness, ...list), /port 6463 by node \(pid 7\)$/m);
  }),
);

test('results make the names of others safe to print', () => {
  const files = ['guilds', 'applications', 'voice'].flatMap((folder) => sourceFiles(`cli/${folder}`));
  assert.ok(files.length > 10, 'the files were not found');
  const unsafe = files.filter((path) => /=>\s*`[^`]*[nN]ame\}/.test(textOf(path)));
  assert.deepEqual(unsafe, [], 'these write a name into a result without `sentence`');
});

test('the widest column of a table is wrapped to the width of the terminal', () => {
  const rows = [
    ['1', 'read messages, send messages, see guilds', 'no'],
    ['2', 'nothing', 'no'],
  ];
  const text = table(['ID', 'MAY', 'KEYS'], rows, 'none', 40);
  assert.equal(
    text,
    [
      'ID  MAY                             KEYS',
      '1   read messages, send messages,   no',
      '    see guilds',
      '2   nothing                         no',
    ].join('\n'),
  );
  assert.equal(table(['ID', 'MAY', 'KEYS'], rows, 'none').split('\n').length, 3);
  assert.equal(table(['ID', 'MAY', 'KEYS'], rows, 'none', 5).split('\n').length, 4);
});
