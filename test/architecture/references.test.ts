import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['src', 'test', 'native', 'scripts', 'examples', 'kits', 'docs'];
const SOURCE = /\.(?:ts|js|mjs|cc|cpp|cs|h|hpp|mm|md)$/;
/** A page, and after a comma a section of it, up to what ends a phrase. */
const REFERENCE =
  /\b((?:docs\/[\w/-]+|README|SECURITY|CONTRIBUTING|CHANGELOG)\.md)(?:, ((?:[^).;:'`,\n]|\.(?=\S))+))?/g;
/** It has made-up pages. */
const FIXTURES = 'test/scripts/selection.test.ts';
/** Documents that are not part of the repository. */
const FOREIGN = /\b(?:interface|rest-facts|rpc-facts|contract)\.md\b/;

async function sources(): Promise<string[]> {
  const listed = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  return listed
    .flat()
    .filter((name) => SOURCE.test(name) && !name.startsWith('docs/adr') && name !== FIXTURES);
}

/** Comments may break a reference over two lines. */
function unwrapped(text: string): string {
  return text.replace(/\n\s*(?:\*|\/\/) /g, ' ');
}

/** What can be referred to in a page: its headings, and the first cells of its tables. */
const targets = new Map<string, ReadonlySet<string>>();
function targetsOf(page: string): ReadonlySet<string> {
  let known = targets.get(page);
  if (known === undefined) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const names = [...text.matchAll(/^(?:#+ (.+)|\| ([^|]+?) \|)/gm)].map(
      ([, heading, cell]) => heading ?? cell,
    );
    known = new Set(names.flatMap((name) => name?.replaceAll('`', '').toLowerCase() ?? []));
    targets.set(page, known);
  }
  return known;
}

test('references to documents name pages and sections that exist', async () => {
  const broken: string[] = [];
  for (const file of await sources()) {
    const text = unwrapped(readFileSync(join(ROOT, file), 'utf8'));
    for (const [reference, page = '', section] of text.matchAll(REFERENCE)) {
      const isKnown =
        existsSync(join(ROOT, page)) &&
        (section === undefined || page.startsWith('docs/adr') || names(page, section));
      if (!isKnown) broken.push(`${file}: ${reference}`);
    }
  }
  assert.deepEqual(broken, []);
});

/** Whether a phrase is the name of a section, or starts with one: the sentence may continue. */
function names(page: string, phrase: string): boolean {
  const words = phrase.trim().toLowerCase();
  return [...targetsOf(page)].some((name) => words === name || words.startsWith(`${name} `));
}

test('nothing refers to documents outside the repository', async () => {
  const foreign: string[] = [];
  for (const file of await sources()) {
    if (file.startsWith('test/architecture/references')) continue;
    for (const line of readFileSync(join(ROOT, file), 'utf8').split('\n')) {
      if (FOREIGN.test(line)) foreign.push(`${file}: ${line.trim()}`);
    }
  }
  assert.deepEqual(foreign, []);
});

test('docs/adr/README.md lists every decision with its title', () => {
  const folder = join(ROOT, 'docs/adr');
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const decisions = readdirSync(folder).filter((name) => name !== 'README.md');
  assert.ok(decisions.length > 40, 'the decisions were not found');
  for (const name of decisions) {
    const [heading = ''] = readFileSync(join(folder, name), 'utf8').split('\n', 1);
    const [, number, title] = /^# (\d+)\. (.+)$/.exec(heading) ?? [];
    assert.equal(number, String(Number(name.slice(0, 4))), name);
    assert.ok(index.includes(`\n- [${number}](${name}). ${title}\n`), name);
  }
});
