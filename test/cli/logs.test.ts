import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { watchLog } from '#guildhall/control/operations/logs.js';
import type { LogEntry } from '#guildhall/platform/log-file/log-entry.js';
import { withControl } from '../control/control-harness.js';
import { eventually } from '../helpers/eventually.js';
import { RunningCommand, runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';

const LINES = [
  { level: 30, time: 1_700_000_000_000, version: '1', msg: 'started' },
  {
    level: 50,
    time: 1_700_000_001_000,
    name: '\u202eevil',
    err: { message: 'm', stack: 'Error: m\n  at x' },
    msg: 'failed',
  },
];
const TEXT = LINES.map((line) => `${JSON.stringify(line)}\n`).join('');

const withLog = (run: (home: string) => Promise<void>) => () =>
  withTemporaryFolder(async (home) => {
    await writeFile(join(home, 'guildhall.log'), TEXT);
    await run(home);
  });

test(
  'logs shows the log without a daemon, as text or as one JSON value',
  withLog(async (home) => {
    const { exitCode, output } = await runCommand(['logs', '--home', home]);
    assert.equal(exitCode, 0);
    assert.match(output, /^\d{4}-\d{2}-\d{2} [\d:.]{12} INFO {2}started version=1\n/);
    assert.match(output, /ERROR failed name=\[U\+202E\]evil\n {4}Error: m\n {4} {2}at x\n$/);
    const all = JSON.parse((await runCommand(['logs', '--home', home, '--json'])).output) as LogEntry[];
    assert.deepEqual(
      all.map(({ level, message }) => [level, message]),
      [
        ['info', 'started'],
        ['error', 'failed'],
      ],
    );
  }),
);

test(
  'logs --level and --lines choose lines, and wrong values are wrong usage',
  withLog(async (home) => {
    assert.doesNotMatch((await runCommand(['logs', '--level', 'warn', '--home', home])).output, /started/);
    assert.doesNotMatch((await runCommand(['logs', '--lines', '1', '--home', home])).output, /started/);
    for (const flags of [
      ['--level', 'loud'],
      ['--level', 'silent'],
      ['--lines', '-1'],
      ['--lines', '1.5'],
    ]) {
      const { exitCode, errors } = await runCommand(['logs', ...flags, '--home', home]);
      assert.equal(exitCode, 2, errors);
    }
  }),
);

test(
  'logs --follow prints new lines until it is interrupted',
  withLog(async (home) => {
    const command = new RunningCommand(['logs', '--follow', '--json', '--home', home]);
    await eventually(() => command.output.split('\n').length === 3);
    await writeFile(join(home, 'guildhall.log'), '{"level":40,"time":1,"msg":"new"}\n', { flag: 'a' });
    await eventually(() => command.output.includes('"new"'));
    command.interrupt();
    const { exitCode, output } = await command.finished;
    assert.equal(exitCode, 0);
    assert.equal(output.trim().split('\n').length, 3, 'one value a line');
  }),
);

test(
  'logs are colored only on a terminal, and not with NO_COLOR or TERM=dumb',
  withLog(async (home) => {
    const shown = async (environment: NodeJS.ProcessEnv, isInteractive: boolean) =>
      (await runCommand(['logs', '--home', home], environment, { isInteractive })).output.includes('\u001b[');
    assert.equal(await shown({ TERM: 'xterm' }, true), true);
    assert.equal(await shown({ TERM: 'xterm' }, false), false);
    assert.equal(await shown({ TERM: 'xterm', NO_COLOR: '1' }, true), false);
    assert.equal(await shown({ TERM: 'dumb' }, true), false);
  }),
);

test('without a log, logs says so', () =>
  withTemporaryFolder(async (home) => {
    const { exitCode, output } = await runCommand(['logs', '--home', home]);
    assert.equal(exitCode, 0);
    assert.match(output, /nothing was logged/);
  }));

test(
  'the operation of the log sends earlier lines, then new ones, of a level that exists',
  withControl(async ({ daemon, files }) => {
    await writeFile(files.log, TEXT);
    const end = new AbortController();
    const seen: string[] = [];
    for await (const { message } of daemon.stream(watchLog, { level: 'warn' }, {}, end.signal)) {
      seen.push(message);
      if (seen.length === 1) await writeFile(files.log, '{"level":60,"time":1,"msg":"new"}\n', { flag: 'a' });
      else end.abort();
    }
    assert.deepEqual(seen, ['failed', 'new']);
    const wrong = daemon.stream(watchLog, { level: 'silent' }, {});
    await assert.rejects(wrong.next(), /not a level of the log/);
  }),
);
