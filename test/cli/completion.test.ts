import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { realTest } from '../hardware/support/programs.js';
import { patience } from '../helpers/patience.js';
import { runCommand } from '../helpers/run-command.js';
import { withTemporaryFolder } from '../helpers/temporary-folder.js';
import { completeWithBash, completeWithFish, completeWithZsh } from './support/shells.js';

type Complete = (script: string, line: string, folder: string) => Promise<string[]>;

const SHELLS: readonly (readonly [name: string, complete: Complete])[] = [
  ['bash', completeWithBash],
  ['zsh', completeWithZsh],
  ['fish', completeWithFish],
];

for (const [shell, complete] of SHELLS) {
  const completes = (title: string, line: string, check: (words: string[]) => void) =>
    realTest([shell], `${shell} completes ${title}`, () =>
      withTemporaryFolder(async (folder) => {
        const script = join(folder, 'completion');
        await writeFile(script, (await runCommand(['completion', shell])).output);
        await writeFile(join(folder, 'icon.png'), '');
        check(await complete(script, line, folder));
      }),
    );
  completes('the name of a command', 'guildhall gr', (words) => assert.deepEqual(words, ['grants']));
  completes('a subcommand', 'guildhall apps ap', (words) => assert.deepEqual(words, ['approve']));
  completes('a subcommand after a flag with a value', 'guildhall --home /tmp apps unap', (words) =>
    assert.deepEqual(words, ['unapprove']),
  );
  completes('a flag of a command', 'guildhall apps create --red', (words) =>
    assert.deepEqual(words, ['--redirect']),
  );
  completes('a flag of every command', 'guildhall apps create --jso', (words) =>
    assert.deepEqual(words, ['--json']),
  );
  completes('the choices of a flag', 'guildhall start --log-level deb', (words) =>
    assert.deepEqual(words, ['debug']),
  );
  completes('the choices of a value', 'guildhall completion ', (words) =>
    assert.deepEqual(new Set(words), new Set(['bash', 'fish', 'zsh'])),
  );
  completes('only the choices of a flag', 'guildhall start --log-level ', (words) =>
    assert.ok(!words.includes('icon.png'), words.join(' ')),
  );
  completes('a file', 'guildhall apps create --icon ico', (words) => assert.deepEqual(words, ['icon.png']));
  completes('no flag of another command', 'guildhall status --red', (words) => assert.deepEqual(words, []));
}

test('an unknown shell is wrong usage', async () => {
  const { errors, exitCode, output } = await runCommand(['completion', 'powershell']);
  assert.deepEqual([exitCode, output], [2, '']);
  assert.match(errors, /there is no completion for powershell; it is made for bash, zsh and fish\n/);
});

test('the manual page names every command and has no fault', async () => {
  const { output } = await runCommand(['man'], { SOURCE_DATE_EPOCH: '1700000000' });
  assert.match(output, /^\.TH GUILDHALL 1 2023-11-14 /m);
  for (const command of ['apps create', 'grants revoke', 'voice settings']) {
    assert.ok(output.includes(`guildhall ${command}`), command);
  }
});

for (const [program, ...args] of [
  ['mandoc', '-T', 'lint', '-W', 'style'],
  ['groff', '-man', '-ww', '-z', '-K', 'utf8'],
]) {
  realTest([program ?? ''], `${program} has no complaint about the manual page`, () =>
    withTemporaryFolder(async (folder) => {
      const path = join(folder, 'guildhall.1');
      await writeFile(path, (await runCommand(['man'])).output);
      const options = { timeout: patience(2) };
      const { stdout, stderr } = await promisify(execFile)(program ?? '', [...args, path], options);
      assert.equal(stdout + stderr, '');
    }),
  );
}
