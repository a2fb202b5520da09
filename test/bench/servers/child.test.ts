import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { askChild, endChild } from './child.js';

test('a child process that ends instead of answering is an error, and has ended', async () => {
  const program = "process.once('message', () => process.exit(3))";
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await assert.rejects(askChild(child, 'measure'), /ended with 3$/);
  await assert.rejects(askChild(child, 'measure'), /has ended$/);
  await endChild(child);
});
