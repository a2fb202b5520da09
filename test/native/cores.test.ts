// test:all sanitizers: compiles and runs all plain C++ under the sanitizers
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { realTest } from '../hardware/support/programs.js';
import { ROOT, runInProject } from './support/run-in-project.js';

const CORES = join(ROOT, 'test/native/cores');

/** Any error that a sanitizer sees ends the program with its report. */
const FLAGS = [
  // What an optimizer removes, no sanitizer sees.
  ...['-std=c++17', '-g1', '-O0', '-Wall', '-Wextra', '-Werror'],
  ...['-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-fno-omit-frame-pointer'],
  ...['-I', 'native', '-I', CORES],
];

// Each program there names on a line `// sources: FILE …` what it is linked with, and exits with 0 if all is well.
describe('plain C++ under the address and undefined-behavior sanitizers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-cores-'));
  after(() => rmSync(folder, { recursive: true }));
  const programs = readdirSync(CORES).filter((name) => name.endsWith('_test.cc'));
  assert.ok(programs.length > 0);
  for (const name of programs) {
    const title = name.replace(/_test\.cc$/, '').replaceAll('_', ' ');
    realTest(['g++'], title, async () => {
      const source = join(CORES, name);
      const program = join(folder, name.replace(/\.cc$/, ''));
      await runInProject('g++', [...FLAGS, '-o', program, source, ...sourcesOf(source), '-ldl', '-pthread']);
      await runInProject(program, []);
    });
  }
});

function sourcesOf(program: string): string[] {
  const lines = [...readFileSync(program, 'utf8').matchAll(/^\/\/ sources:(.*)$/gm)];
  assert.ok(lines.length > 0, `${program} does not name its sources`);
  return lines.flatMap(([, names = '']) => names.split(' ').filter((name) => name !== ''));
}
