import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { GAMEPAD } from '#guildhall/hardware/gamepad/gamepad-contract.js';
import {
  logMappingWarnings,
  readMappingFile,
  withMappingFile,
} from '#guildhall/hardware/gamepad/mapping-file.js';
import type { EventsOf } from '#guildhall/hardware/host/contract.js';
import { Emitter } from '#guildhall/platform/async/events.js';
import { createLogger } from '#guildhall/platform/log.js';
import { loadGamepads } from '#guildhall/platform/native/gamepads.js';

describe('the file of gamepad mappings', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-mappings-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Reads a file as the driver does. @returns its text and the warnings */
  async function read(path: string | null): Promise<{ text: string; warnings: string[] }> {
    const { binding } = loadGamepads();
    assert.ok(binding, 'the addon is not built');
    const warnings: string[] = [];
    const environment = withMappingFile({ PATH: '/bin' }, path);
    const { text } = await readMappingFile(
      environment,
      (content) => {
        const { warnings: found, badLines } = new binding.Mappings(content);
        return { text: content, warnings: found, badLines };
      },
      (problem) => warnings.push(problem),
    );
    return { text, warnings };
  }

  test('is read without warnings if it is valid', async () => {
    const path = join(folder, 'good.txt');
    await writeFile(path, '# mine\n030000005e0400008e02000010010000,Pad,a:b0,platform:Linux,\n');
    const { text, warnings } = await read(path);
    assert.match(text, /Pad/);
    assert.deepEqual(warnings, []);
  });

  test('is refused at once if it is a named pipe', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    assert.deepEqual(await read(path), {
      text: '',
      warnings: [`${path}: ${path} is a named pipe, not a file`],
    });
  });

  test('causes a warning with the number of each bad line; the others apply', async () => {
    const path = join(folder, 'bad.txt');
    await writeFile(path, 'nonsense\n030000005e0400008e02000010010000,Pad,a:b0,\n03,Pad,a:b0\n');
    assert.deepEqual((await read(path)).warnings, [
      `${path}: line 1: the guid "nonsense" is not 32 hexadecimal digits`,
      `${path}: line 3: the guid "03" is not 32 hexadecimal digits`,
    ]);
  });

  test('causes warnings for its first twenty bad lines and a count of the rest', async () => {
    const path = join(folder, 'nonsense.txt');
    const lines = [`${'0'.repeat(32)},P,a`, `${'0'.repeat(32)},P,a:q`, `${'0'.repeat(32)},P,a:b0,crc:x`];
    await writeFile(path, [...lines, `${'0'.repeat(32)},P`, ...Array(1000).fill('bad')].join('\n'));
    const { warnings } = await read(path);
    assert.equal(warnings.length, 21);
    assert.deepEqual(
      [...warnings.slice(0, 4), warnings[20]],
      [
        'line 1: "a" has no colon',
        'line 2: "a:q" names no button, axis or hat',
        'line 3: "crc:x" is not a checksum of four hexadecimal digits',
        'line 4: maps no button',
        'and 984 more bad lines',
      ].map((problem) => `${path}: ${problem}`),
    );
  });

  test('causes a warning if it cannot be read, and counts as empty', async () => {
    const { text, warnings } = await read(join(folder, 'none.txt'));
    assert.equal(text, '');
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /none\.txt: ENOENT/);
    assert.match((await read(folder)).warnings[0] ?? '', /EISDIR/);
  });

  test('is optional', async () => {
    assert.deepEqual(await read(null), { text: '', warnings: [] });
  });

  test('is reported in the log once, however often the driver starts', () => {
    const lines: string[] = [];
    const events = new Emitter<EventsOf<typeof GAMEPAD>>((error) => assert.ifError(error));
    logMappingWarnings({ events }, createLogger('info', { write: (line) => void lines.push(line) }));
    for (const warning of ['line 1: bad', 'line 2: bad', 'line 1: bad']) events.emit('warning', warning);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).reason),
      ['line 1: bad', 'line 2: bad'],
    );
  });
});
