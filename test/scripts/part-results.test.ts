import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

interface Part {
  readonly name: string;
  readonly shows: string;
  readonly paths: readonly string[];
}

interface PartResult {
  readonly name: string;
  readonly result: string;
  readonly commit: string;
}

type Results = Map<string, PartResult>;

const { isDue, readPartResults, toPartResult, writePartResults } = (await import(
  new URL('../../scripts/lib/tests/part-results.mjs', import.meta.url).href
)) as {
  isDue(part: Part, result: PartResult | undefined, root: string): boolean;
  readPartResults(root: string): Results;
  toPartResult(name: string, end: { exitCode: number; duration: number }, root: string): PartResult;
  writePartResults(parts: readonly Part[], results: Results, root: string): string;
};
const { PARTS } = (await import(new URL('../../scripts/lib/tests/parts.mjs', import.meta.url).href)) as {
  PARTS: readonly Part[];
};
const { listTestFiles, partOf } = (await import(
  new URL('../../scripts/lib/tests/test-files.mjs', import.meta.url).href
)) as { listTestFiles(): string[]; partOf(name: string): string | null };

const SOUND = { name: 'sound', shows: 'speech', paths: ['src/voice'] };
const LAB = { name: 'lab', shows: 'devices', paths: ['native'] };
const PASSED = { exitCode: 0, duration: 83_400 };

let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'guildhall-parts-'));
  for (const folder of ['docs', 'native', 'src/voice']) await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'docs/reliability.md'), 'A\n<!-- results of test:all -->\n<!-- end -->\nB\n');
  await writeFile(join(root, 'src/voice/a.ts'), 'a');
  git('init', '-q');
  commit();
});
after(() => rm(root, { recursive: true }));

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: root });
}

function commit(): void {
  git('add', '-A');
  git('commit', '-qm', 'Change');
}

test('results are kept in the table of the document, and a part without a run is marked', async () => {
  const results = new Map([['sound', toPartResult('sound', PASSED, root)]]);
  writePartResults([SOUND, LAB], results, root);
  const document = await readFile(join(root, 'docs/reliability.md'), 'utf8');
  assert.match(document, /^A\n/);
  assert.match(document, /\| sound \| speech \| passed \| 1 min 23 s \| [0-9a-f]{10} \|/);
  assert.match(document, /\| lab \| devices \| not run \|/);
  assert.match(document, /<!-- end -->\nB\n$/);
  assert.deepEqual(readPartResults(root).get('sound'), results.get('sound'));
});

test('a part is due until it has passed since its files changed', async () => {
  assert.equal(isDue(SOUND, undefined, root), true);
  assert.equal(isDue(SOUND, toPartResult('sound', { ...PASSED, exitCode: 1 }, root), root), true);
  const passed = toPartResult('sound', PASSED, root);
  assert.equal(isDue(SOUND, passed, root), false);
  await writeFile(join(root, 'native/b.cc'), 'b');
  assert.equal(isDue(SOUND, passed, root), false, 'a file of another part');
  await writeFile(join(root, 'src/voice/new.ts'), 'new');
  assert.equal(isDue(SOUND, passed, root), true, 'a file that is not committed');
  commit();
  assert.equal(isDue(SOUND, passed, root), true, 'a commit');
  assert.equal(isDue(SOUND, { ...passed, commit: '0123456789' }, root), true, 'an unknown commit');
});

test('a part that ran with uncommitted changes lists them', async () => {
  await writeFile(join(root, 'src/voice/a.ts'), 'changed');
  assert.match(toPartResult('sound', PASSED, root).commit, /^[0-9a-f]{10} with changes$/);
});

test('the document has a row for each part', async () => {
  const document = await readFile(new URL('../../docs/reliability.md', import.meta.url), 'utf8');
  for (const { name, shows } of PARTS) assert.ok(document.includes(`| ${name} | ${shows} |`), name);
});

test('every part named by a test file exists', () => {
  const named = new Set(listTestFiles().map(partOf));
  named.delete(null);
  assert.deepEqual(
    [...named].filter((name) => !PARTS.some((part) => part.name === name)),
    [],
  );
});
