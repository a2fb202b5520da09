import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Redactor } from '#guildhall/cli/support-bundle/redactor.js';
import { withControl } from '../control/control-harness.js';
import { assertPrivate } from '../helpers/assert-private.js';
import { onlyPosix } from '../helpers/only-on.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const posix = { skip: onlyPosix('the folder is shared by its mode') };

/** Each is planted somewhere; none may be in a bundle. */
const TOKEN = 'CANARY-token-of-the-person-9f8e7d6c5b4a';
const NAME = 'canaryname';
const SECRETS: Readonly<Record<string, unknown>> = {
  token: 'CANARY-field',
  text: 'CANARY driver output',
  content: 'CANARY message',
  key: { name: 'CANARY-KEY' },
  application: { id: '1', name: 'CANARY application' },
  reason: `refused ${TOKEN} of ${NAME} at https://me:CANARY@example.org/a?code=CANARY from canary@example.org`,
  err: {
    type: 'Error',
    message: 'CANARY quoted\n    at CANARY (x.js:1:2)',
    stack: `Error: CANARY quoted\n    at CANARY (x.js:1:2)\n  at CANARY noon\n    at run (${homedir()}/x.js:1:2)`,
  },
};

async function plant(home: string): Promise<void> {
  const lines = [
    JSON.stringify({
      level: 30,
      time: 1_700_000_000_000,
      ...SECRETS,
      driver: 'audio',
      msg: 'driver is down',
    }),
    'CANARY: a line that is none',
    JSON.stringify({ level: 30, time: 'CANARY', msg: 'CANARY' }),
  ];
  await writeFile(join(home, 'guildhall.log'), `${lines.join('\n')}\n`);
  const account = { id: '1', username: NAME, discriminator: '0001', token: TOKEN, service: 'embedded' };
  await writeFile(join(home, 'account.json'), JSON.stringify(account));
  const settings = [
    'log_level = "debug"',
    'api_url = "https://CANARY.example"',
    'voice_secret_file = "/CANARY"',
  ];
  await writeFile(join(home, 'config.toml'), `${settings.join('\n')}\nallow_users = "${NAME}"\n`);
  const crash = {
    ...{ time: '2026-01-01T00:00:00Z', version: '1', node: 'v20', platform: 'linux-x64', uptime_seconds: 1 },
    ...{
      origin: 'uncaughtException',
      error: {
        name: 'TypeError',
        message: 'CANARY\n at CANARY:1:1',
        stack: 'CANARY\n at CANARY:1:1\n at CANARY\n    at f (a.js:1:1)',
      },
    },
  };
  await writeFile(join(home, 'crash-2026-01-01T00-00-00Z.json'), JSON.stringify(crash));
}

async function bundleOf(
  home: string,
  file: string,
): Promise<{ text: string; bundle: Record<string, unknown> }> {
  const { exitCode, errors } = await runCommand(['support-bundle', file, '--home', home], {
    GUILDHALL_X: 'CANARY',
  });
  assert.equal(exitCode, 0, errors);
  const text = await readFile(file, 'utf8');
  return { text, bundle: JSON.parse(text) as Record<string, unknown> };
}

function assertRedacted(text: string): void {
  assert.doesNotMatch(text, /CANARY|canary/);
  assert.ok(!text.includes(homedir()) && !text.includes(hostname()), 'neither folder nor machine is named');
}

test('a support bundle has what is needed and no planted secret, name or message', () =>
  withTemporaryFolder(async (home) => {
    await plant(home);
    const { text, bundle } = await bundleOf(home, join(home, 'report.json'));
    assertRedacted(text);
    await assertPrivate(join(home, 'report.json'));
    assert.deepEqual(Object.keys(bundle), [
      ...['versions', 'status', 'doctor', 'settings', 'environment', 'crashes', 'log'],
    ]);
    assert.equal(bundle.status, 'no daemon is running');
    assert.deepEqual(bundle.settings, {
      ...{ log_level: 'debug', api_url: 'is set', voice_secret_file: 'is set', allow_users: 'is set' },
    });
    const [line] = bundle.log as {
      message: string;
      fields: { driver: string; error: { places: string[] } };
    }[];
    assert.equal(line?.message, 'driver is down');
    assert.equal(line.fields.driver, 'audio');
    assert.deepEqual(line.fields.error.places, ['at run (~/x.js:1:2)']);
    const [crash] = bundle.crashes as { error: string; error_places: string[] }[];
    assert.deepEqual([crash?.error, crash?.error_places], ['TypeError', ['at f (a.js:1:1)']]);
    const findings = bundle.doctor as { check: string; code: string | null; message: string | null }[];
    assert.match(findings.find(({ check }) => check === 'node')?.message ?? '', /Node\.js/);
    const remote = findings.find(({ check }) => check === 'remote service');
    assert.deepEqual([remote?.code === null, remote?.message], [false, null], 'the code names the problem');
    const again = await runCommand(['support-bundle', join(home, 'report.json'), '--home', home]);
    assert.equal(again.exitCode, 1);
    assert.match(again.errors, /exists already/);
  }));

test(
  'a support bundle of a running daemon has its state and findings, but not who is signed in',
  withControl(async (harness) => {
    await plant(harness.files.home);
    const { text, bundle } = await bundleOf(harness.files.home, join(harness.files.home, 'report.json'));
    assertRedacted(text);
    const status = bundle.status as { is_signed_in: boolean; drivers: object[]; user?: object };
    assert.equal(status.is_signed_in, true);
    assert.equal(status.user, undefined);
    assert.ok(status.drivers.length > 0);
    assert.ok((bundle.doctor as object[]).length > 3);
  }),
);

test('a support bundle is not written into a folder in which others can replace it', posix, () =>
  withTemporaryFolder(async (folder) => {
    const shared = join(folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o777);
    const { exitCode, errors } = await runCommand(['support-bundle', join(shared, 'x'), '--home', folder]);
    assert.equal(exitCode, 1);
    assert.match(errors, /other users can change .*shared, .*the bundle/);
    assert.deepEqual(await readdir(shared), []);
  }),
);

test('the redactor removes what looks like a secret wherever it is, and keeps ids, ports and words', () => {
  const names = ['ada', 'my-machine', 'ab'];
  const redactor = new Redactor({
    folder: '/home/ada',
    home: '/home/ada/.guildhall',
    names,
    secrets: ['s3cret'],
  });
  const long = 'A'.repeat(43);
  for (const [text, expected] of [
    [`token ${long}!`, 'token [removed]!'],
    ['the s3cret word', 'the [removed] word'],
    ['http://127.0.0.1:6490/?code=123', 'http://127.0.0.1:6490/?[removed]'],
    ['wss://user:pass@host/a', 'wss://host/a'],
    [
      `see -https://${'p.'.repeat(200)}:!@host/${'p.'.repeat(2000)}?q`,
      `see -https://host/${'p.'.repeat(2000)}?[removed]`,
    ],
    [`<${'a.'.repeat(50)}ada@example.org>`, '<[removed]>'],
    ['/home/ada/.guildhall/store.db', 'HOME/store.db'],
    ['/home/ada/x of Ada on my-machine', '~/x of NAME on NAME'],
    [
      'adapter of 123456789012345678 on port 6463, about',
      'adapter of 123456789012345678 on port 6463, about',
    ],
  ] as const) {
    assert.equal(redactor.redact(text), expected);
  }
});

test('the redactor reads a long word in a time that does not grow with its square', () => {
  const redactor = new Redactor({
    folder: '/home/ada',
    home: '/home/ada/.guildhall',
    names: [],
    secrets: [],
  });
  // Half an hour each otherwise.
  for (const piece of ['a.', 'x://']) {
    const word = piece.repeat(200_000 / piece.length);
    assert.equal(redactor.redact(word), word);
  }
});
