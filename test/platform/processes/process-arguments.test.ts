import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { readArguments, readEnvironment } from '#guildhall/platform/processes/process-arguments.js';
import { onlyLinux } from '../../helpers/only-on.js';

const linux = { skip: onlyLinux('arguments are read from /proc') };

test('the arguments and variables of a process are read as they were given', linux, async () => {
  const args = ['--eval', 'console.log(); setInterval(() => {}, 1000)', '--', 'two words', ''];
  const env = { EQUATION: 'a=b\nc', EMPTY: '' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const { pid = 0 } = child;
  try {
    await once(child.stdout, 'data');
    assert.deepEqual(await readArguments(pid), [process.execPath, ...args]);
    assert.deepEqual(await readEnvironment(pid), env);
  } finally {
    child.kill('SIGKILL');
  }
  await once(child, 'exit');
  assert.deepEqual([await readArguments(pid), await readEnvironment(pid)], [[], {}]);
});
