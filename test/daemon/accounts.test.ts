import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TestDaemon, withDaemon } from '../helpers/daemon.js';
import { portFlags } from '../helpers/free-port.js';
import { onlyLinux } from '../helpers/only-on.js';
import { PATIENCE } from '../helpers/patience.js';
import { watchArguments } from '../helpers/process-arguments.js';
import type { Person } from '../helpers/service.js';

const MAIN = fileURLToPath(import.meta.resolve('#guildhall/cli/main.js'));

interface Listed {
  id: string;
  username: string;
  current: boolean;
}

test(
  'login takes the token from standard input, keeps the former account, and both can be switched to',
  withDaemon(async (daemon) => {
    const first = await daemon.cli<Person>('whoami');
    const second = await daemon.cli<Person>('users', 'create', '--username', 'second');
    const { stdout } = await daemon.runWithInput(`${second.token}\n`, 'login', '--json');
    assert.deepEqual(JSON.parse(stdout), second);
    const current = async () => {
      const list = await daemon.cli<Listed[]>('accounts', 'list');
      assert.deepEqual(
        list.map(({ id }) => id),
        [first.id, second.id],
      );
      return list.filter((account) => account.current).map(({ id }) => id);
    };
    assert.deepEqual(await current(), [second.id]);
    assert.deepEqual(await daemon.cli('accounts', 'switch', first.id), first);
    assert.deepEqual(await current(), [first.id]);
    await assert.rejects(daemon.run('accounts', 'switch', '7'), /there is no account 7.*\n.*accounts list/);
    assert.ok(!(await daemon.run('accounts', 'list')).stdout.includes(first.token), 'the list shows tokens');
    await daemon.end('SIGTERM');
    const restarted = await TestDaemon.start({ home: daemon.home });
    try {
      assert.deepEqual(await restarted.cli('whoami'), first);
      assert.deepEqual(await restarted.cli('accounts', 'switch', second.id), second);
    } finally {
      await restarted.stop();
    }
  }),
);

test(
  'a refused login changes nothing, and a login without a token is wrong usage',
  withDaemon(async (daemon) => {
    const person = await daemon.cli<Person>('whoami');
    await assert.rejects(daemon.runWithInput('wrong', 'login'), {
      code: 1,
      stderr: /does not accept this token\n.*accounts list/,
    });
    await assert.rejects(daemon.runWithInput('\n', 'login'), {
      code: 2,
      stderr: /token expected on standard input/,
    });
    assert.deepEqual(await daemon.cli('whoami'), person);
    assert.equal((await daemon.cli<Listed[]>('accounts', 'list')).length, 1);
  }),
);

test(
  'no process argument contains the token during a login',
  { skip: onlyLinux('arguments are read from /proc') },
  withDaemon(async (daemon) => {
    const person = await daemon.cli<Person>('users', 'create', '--username', 'second');
    const lines = await watchArguments(async (look) => {
      const tokenOnceSeen = () => look().then(() => person.token);
      await daemon.runWithInput(tokenOnceSeen, 'login');
    });
    assert.ok(
      lines.some((line) => line.includes(`${MAIN} login`)),
      'login was not seen',
    );
    assert.deepEqual(
      lines.filter((line) => line.includes(person.token)),
      [],
    );
  }),
);

test(
  'a damaged account.json is refused at start and left as it is',
  withDaemon(async (daemon) => {
    const person = await daemon.cli<Person>('whoami');
    await daemon.end('SIGTERM');
    const path = join(daemon.home, 'account.json');
    const whole = await readFile(path, 'utf8');
    await writeFile(path, whole.slice(0, -10));
    const flags = ['--home', daemon.home, ...(await portFlags())];
    const args = [MAIN, 'start', '--no-open', ...flags];
    const started = promisify(execFile)(process.execPath, args, { timeout: 3 * PATIENCE });
    await assert.rejects(started, (error: { code: number; stderr: string }) => {
      assert.equal(error.code, 1);
      assert.match(error.stderr, /account\.json is damaged .*move the file away/s);
      assert.ok(!error.stderr.includes(person.token));
      return true;
    });
    assert.equal(await readFile(path, 'utf8'), whole.slice(0, -10));
    await writeFile(path, whole);
    const restarted = await TestDaemon.start({ home: daemon.home });
    try {
      assert.deepEqual(await restarted.cli('whoami'), person);
    } finally {
      await restarted.stop();
    }
  }),
);
