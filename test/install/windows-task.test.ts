import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createServiceManager } from '#guildhall/install/create-service-manager.js';
import { quoteArguments } from '#guildhall/install/windows/command-line.js';
import { MockMachine } from '../mocks/mock-machine.js';

const FOLDER = 'C:\\Users\\Ada L\\AppData\\Local';
const FILE = `${FOLDER}\\Guildhall\\service.xml`;

const EXPECTED = `\ufeff<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Version>1.2.3</Version>
    <Description>Guildhall, local access to guilds, voice and devices</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <UserId>DESK&amp;TOP\\Ada L</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Person">
      <UserId>DESK&amp;TOP\\Ada L</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>5</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Person">
    <Exec>
      <Command>conhost.exe</Command>
      <Arguments>--headless &quot;C:\\Program Files\\nodejs\\node.exe&quot; C:\\guildhall\\main.js start</Arguments>
    </Exec>
  </Actions>
</Task>
`;

/** What schtasks lists of the task on a German Windows; the seventh column is a number in each language. */
const listed = (result: string) =>
  `"DESKTOP","\\Guildhall","N/A","Wird ausgeführt","Interaktiv","29.11.2026 08:00:00","${result}","N/A","conhost.exe --headless"\r\n`;
const RUNNING = '267009';

/** @param result the last result of the task, in turn each time the scheduler is asked; null if there is no task */
function onWindows(results: readonly (string | null)[], files = {}) {
  let asked = 0;
  const machine = new MockMachine({
    platform: 'win32',
    user: { name: 'Ada L', uid: null, folder: 'C:\\Users\\Ada L' },
    environment: { LOCALAPPDATA: FOLDER, USERDOMAIN: 'DESK&TOP' },
    files,
    answer: (_command, [verb]) => {
      if (verb !== '/Query') return undefined;
      const result = results[Math.min(asked, results.length - 1)] ?? null;
      asked += 1;
      return result === null ? { exitCode: 1 } : { exitCode: 0, stdout: listed(result) };
    },
  });
  const program = {
    node: 'C:\\Program Files\\nodejs\\node.exe',
    cli: 'C:\\guildhall\\main.js',
    version: '1.2.3',
  };
  return {
    machine,
    manager: createServiceManager({ machine, program, scope: 'user', home: null, command: '' }),
  };
}

describe('arguments of a Windows program', () => {
  test('are quoted so that it splits them into the same words', () => {
    const words = ['plain', 'a b', 'say "hi"', 'C:\\my folder\\', 'C:\\x\\"', ''];
    assert.equal(quoteArguments(words), String.raw`plain "a b" "say \"hi\"" "C:\my folder\\" "C:\x\\\"" ""`);
  });
});

describe('the Windows task', () => {
  test('is created from its definition and started', async () => {
    const { machine, manager } = onWindows([null, RUNNING]);
    assert.equal(await manager.install(), 'installed');
    assert.equal(machine.files.get(FILE), EXPECTED);
    assert.equal(machine.encodings.get(FILE), 'utf16le');
    assert.deepEqual(machine.commands.slice(1, 3), [
      `schtasks.exe /Create /F /TN Guildhall /XML ${FILE}`,
      'schtasks.exe /Run /TN Guildhall',
    ]);
  });

  test('is not touched if it is the same', async () => {
    const { machine, manager } = onWindows([RUNNING], { [FILE]: EXPECTED });
    assert.equal(await manager.install(), 'unchanged');
    assert.equal(machine.commands.length, 1);
  });

  test('is ended and replaced if it has changed', async () => {
    const { machine, manager } = onWindows([RUNNING], { [FILE]: 'former' });
    assert.equal(await manager.install(), 'updated');
    assert.ok(machine.commands.includes('schtasks.exe /End /TN Guildhall'));
  });

  test('has its state', async () => {
    const [unit] = (await onWindows([RUNNING], { [FILE]: EXPECTED }).manager.state()).units;
    assert.deepEqual([unit?.state, unit?.isCurrent, unit?.isEnabled], ['running', true, true]);
  });

  for (const [result, state, reason] of [
    ['267045', 'queued', null],
    ['267011', 'not started yet', null],
    ['267014', 'stopped', null],
    ['0', 'ended', null],
    ['70', 'ended', 'exit code 70'],
  ] as const) {
    test(`whose last result is ${result} is ${state}`, async () => {
      const [unit] = (await onWindows([result], { [FILE]: EXPECTED }).manager.state()).units;
      assert.deepEqual([unit?.state, unit?.reason], [state, reason]);
    });
  }

  test('that is the same, but does not run, is started', async () => {
    const { machine, manager } = onWindows(['70', RUNNING], { [FILE]: EXPECTED });
    assert.equal(await manager.install(), 'updated');
    assert.ok(machine.commands.includes('schtasks.exe /Run /TN Guildhall'));
  });

  test('whose daemon ends at once is reported, although the scheduler has started it', async () => {
    const { manager } = onWindows([null, '70']);
    await assert.rejects(manager.install(), {
      message: 'the service is installed, but does not run: ended (exit code 70)',
      hint: 'Find out why in a terminal: guildhall start',
    });
  });

  test('leaves nothing when it is uninstalled', async () => {
    const { machine, manager } = onWindows([RUNNING], { [FILE]: EXPECTED });
    assert.equal(await manager.uninstall({ purge: false }), 'uninstalled');
    assert.equal(machine.files.size, 0);
    assert.ok(machine.commands.includes('schtasks.exe /Delete /F /TN Guildhall'));
  });
});

test('what Windows would be asked and told is shown without running it', () => {
  const { machine, manager } = onWindows([RUNNING]);
  const { commands, removes } = manager.removal({ purge: false });
  assert.deepEqual(
    commands.map(([program, verb]) => [program, verb]),
    [
      ['schtasks.exe', '/End'],
      ['schtasks.exe', '/Delete'],
    ],
  );
  const { commands: queries, reads } = manager.query();
  assert.deepEqual(
    queries.map(([program, verb]) => [program, verb]),
    [['schtasks.exe', '/Query']],
  );
  assert.deepEqual(reads, removes);
  assert.match(removes[0] ?? '', /service\.xml$/);
  assert.deepEqual(machine.commands, []);
});
