import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMacosBackend } from '#guildhall/platform/desktop-notification/macos-backend.js';
import { type Helper, runHelper } from '#guildhall/platform/desktop-notification/run-helper.js';
import { createWindowsBackend } from '#guildhall/platform/desktop-notification/windows-backend.js';
import { UserError } from '#guildhall/platform/errors.js';

const HOSTILE = { title: '--help"; $(rm -rf /) <x>', body: "'); throw 1 // \u202e é" };

for (const [name, create] of [
  ['macOS', createMacosBackend],
  ['Windows', createWindowsBackend],
] as const) {
  test(`${name} gets texts on standard input: its arguments are the same for every notification`, async () => {
    const helpers: Helper[] = [];
    const backend = create(async (helper) => {
      helpers.push(helper);
    });
    await backend.show('capture', HOSTILE);
    await backend.show('capture', { title: 'a', body: 'b' });
    const [hostile, plain] = helpers;
    assert.deepEqual(hostile?.arguments, plain?.arguments);
    assert.notEqual(hostile?.input, plain?.input);
  });
}

test('Windows gets JSON in ASCII that decodes to the same texts', async () => {
  let input = '';
  const backend = createWindowsBackend(async (helper) => {
    input = helper.input;
  });
  await backend.show('capture', HOSTILE);
  assert.match(input, /^[\x20-\x7e]+$/);
  assert.deepEqual(JSON.parse(input), { id: 'capture', ...HOSTILE });
});

test('notifications of Windows have the name of Guildhall, and withdrawals find those of former versions', async () => {
  const scripts: string[] = [];
  const backend = createWindowsBackend(async (helper) => {
    scripts.push(helper.arguments.at(-1) ?? '');
  });
  await backend.show('capture', { title: 'a', body: 'b' });
  const [script = ''] = scripts;
  assert.match(script, /-Path 'HKCU:\\Software\\Classes\\AppUserModelId\\Guildhall' -Name DisplayName/);
  assert.match(script, /\$own = .*CreateToastNotifier\('Guildhall'\)/);
  assert.match(script, /foreach \(\$application in 'Guildhall', '\{1AC14E77-.*powershell\.exe'\)/);
});

test('a missing or failing helper program is reported with a reason', async () => {
  const missing = { command: 'guildhall-no-such-program', arguments: [], input: 'text' };
  await assert.rejects(runHelper(missing), UserError);
  const script = "process.stdin.resume().on('end', () => { console.error('no desktop'); process.exit(3); })";
  const failing = { command: process.execPath, arguments: ['-e', script], input: 'text' };
  await assert.rejects(runHelper(failing), /failed \(3\): no desktop/);
});
