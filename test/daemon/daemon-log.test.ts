import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WriteStream } from 'node:tty';
import { createDaemonLog } from '#guildhall/daemon/process/daemon-log.js';
import { createLogger } from '#guildhall/platform/log.js';

const NAME = '\u202elive\u001b[2J\u009b31m';

test('hidden characters of a name are escaped in JSON lines', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  log.info({ application: { name: NAME } }, `connected ${NAME}`);
  const [line = ''] = lines;
  assert.match(line, /^[\x20-\x7e]*\n$/);
  const { application, msg } = JSON.parse(line) as { application: object; msg: string };
  assert.deepEqual([application, msg], [{ name: NAME }, `connected ${NAME}`]);
});

test('formatted lines show hidden characters as codes, and names cannot add lines', async () => {
  const written: string[] = [];
  const terminal = Object.create(WriteStream.prototype, {
    isTTY: { value: true },
    write: { value: (chunk: unknown) => written.push(String(chunk)) > 0 },
    on: { value: () => terminal },
    once: { value: () => terminal },
    emit: { value: () => true },
    fd: { value: 1 },
  }) as WriteStream & { readonly fd: number };
  const log = await createDaemonLog('info', terminal, { write: () => {} });
  log.warn({ application: { name: NAME }, err: new Error('first\nsecond') }, `connected ${NAME}\nforged`);
  const text = written.join('');
  assert.match(text, /connected \[U\+202E\]live\[U\+001B\]\[2J\[U\+009B\]31m\[U\+000A\]forged/);
  assert.match(text, /"\[U\+202E\]live\[U\+001B\]/);
  assert.doesNotMatch(text, /[\u202e\u009b]/);
});
