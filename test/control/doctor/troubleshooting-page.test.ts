import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PROBLEMS } from '#guildhall/control/doctor/problems.js';
import { HINT_USES } from './support/hint-uses.js';

const page = readFileSync(new URL('../../../docs/troubleshooting.md', import.meta.url), 'utf8');

/** The sections of the page by their anchors. */
const sections = new Map(
  page
    .split(/^##+ /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [
        heading
          .toLowerCase()
          .replaceAll(' ', '-')
          .replaceAll(/[^\w-]/g, ''),
        lines.join('\n'),
      ];
    }),
);

/** The codes in the first cells of a section's tables. */
function codesOf(section: string): string[] {
  return [...section.matchAll(/^\| `([a-z_]+)` \|/gm)]
    .map(([, code]) => code ?? '')
    .filter((code) => code.includes('_'));
}

test('every problem is explained in the section of docs/troubleshooting.md that its finding names', () => {
  for (const [code, { section }] of Object.entries(PROBLEMS)) {
    assert.ok(codesOf(sections.get(section) ?? '').includes(code), `${code} is not in #${section}`);
  }
});

test('docs/troubleshooting.md explains each problem once, and no others', () => {
  const explained = [...sections.values()].flatMap(codesOf);
  assert.deepEqual(new Set(explained), new Set(Object.keys(PROBLEMS)));
  assert.equal(new Set(explained).size, explained.length);
});

/** The text of the tests in a folder of tests. */
function readTests(folder: string, pattern: RegExp): string {
  const url = new URL(`../../${folder}/`, import.meta.url);
  const names = readdirSync(url).filter((name) => pattern.test(name));
  assert.notEqual(names.length, 0, `${folder} has no tests`);
  return names.map((name) => readFileSync(new URL(name, url), 'utf8')).join('');
}

test('each problem has a case that makes it, finds it and applies its hint', () => {
  const onHost = readTests('control/doctor', /-faults\.test\.[jt]s$/);
  const inLab = readTests('lab/guest/doctor/1-hints', /\.guest\.[jt]s$/);
  const missing = Object.entries(HINT_USES)
    .filter(([code, use]) => !new RegExp(`['"]${code}['"]`).test(use === 'lab' ? inLab : onHost))
    .map(([code]) => code);
  assert.deepEqual(missing, []);
});

test('the hint of each problem but one is applied to a real fault', () => {
  const simulated = Object.entries(HINT_USES).filter(([, use]) => typeof use === 'object');
  assert.deepEqual(
    simulated.map(([code]) => code),
    ['node_too_old'],
  );
});
