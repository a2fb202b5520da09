import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';

const src = resolve(dirname(fileURLToPath(import.meta.url)), '../../src');
const rules = join(src, 'guilds/rules');
const compiled = dirname(fileURLToPath(import.meta.resolve('#guildhall/guilds/rules/roles.js')));

/** Changes of a guild that are not one rule: it does not exist yet. */
const WITHOUT_RULE = ['Create guild'];
/** Applied by the gateway and by the authorization page. */
const NOT_REST = ['updateVoiceState', 'addBot'];

interface Declared {
  readonly name: string;
  readonly text: string;
}

/** The rules that a file declares, each with its text up to the next declaration. */
function declaredRules(text: string): Declared[] {
  return text.split(/^(?=export |function |const |interface |\/\*\*)/m).flatMap((part) => {
    const name = /^export const (\w+) = (?:guild|channel|invite)Rule\(/.exec(part)?.[1];
    return name === undefined ? [] : [{ name, text: part }];
  });
}

const files = readdirSync(rules);
const all = files.flatMap((file) => declaredRules(readFileSync(join(rules, file), 'utf8')));
const resources = readdirSync(join(src, 'api/rest/resources')).map((file) => ({
  file,
  text: readFileSync(join(src, 'api/rest/resources', file), 'utf8'),
}));

test('a rule states its permission once', () => {
  assert.ok(all.length > 40, 'the rules were not found');
  const wrong = all.flatMap(({ name, text }) => {
    const permission = /\n {2}permission: (?:'(\w+)'|null),\n/.exec(text);
    if (permission === null) return `${name} does not declare its permission`;
    const [, needed] = permission;
    return needed !== undefined && text.split(`'${needed}'`).length !== 2
      ? `${name} names ${needed} again`
      : [];
  });
  assert.deepEqual(wrong, []);
});

test('an operation with a rule declares no permission', () => {
  const declarations = resources.flatMap(({ file, text }) =>
    text.split(/^ {2}\w+(?=\(\{$)/m).map((declaration) => ({ file, declaration })),
  );
  assert.ok(declarations.filter(({ declaration }) => /\n {4}rule: \w+,/.test(declaration)).length > 30);
  const both = declarations.filter(
    ({ declaration }) => /\n {4}rule: /.test(declaration) && /\n {4}permission: /.test(declaration),
  );
  assert.deepEqual(both, []);
});

test('only read operations declare a permission', () => {
  const changing = resources.flatMap(({ file, text }) =>
    [...text.matchAll(/method: '(?!GET)\w+',\n(?:(?! {2}\}\)).*\n)*? {4}permission: /g)].map(() => file),
  );
  assert.deepEqual(changing, []);
});

test("the documentation shows the rule's permission", async () => {
  const used = new Map(
    resources.flatMap(({ text }) =>
      [...text.matchAll(/name: '([^']+)',\n(?:(?! {2}\}\)).*\n)*? {4}rule: (\w+),/g)].map(
        ([, operation = '', rule = '']) => [operation, rule] as const,
      ),
    ),
  );
  const exported = new Map<string, { readonly permission: unknown }>();
  for (const file of files) {
    const module: Record<string, unknown> = await import(
      pathToFileURL(join(compiled, file.replace(/\.ts$/, '.js'))).href
    );
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === 'object' && value !== null && 'permission' in value) exported.set(name, value);
    }
  }
  assert.equal(exported.size, all.length);
  for (const [operation, rule] of used) {
    const declared = OPERATIONS.find(({ name }) => name === operation) ?? assert.fail(operation);
    assert.equal(declared.permission, exported.get(rule)?.permission, `${operation} and ${rule}`);
  }
});

test('every rule is used, and every guild change has a rule', () => {
  const named = resources.map(({ text }) => text).join('\n');
  const unused = all.map(({ name }) => name).filter((name) => !new RegExp(`rule: ${name}\\b`).test(named));
  assert.deepEqual(new Set(unused), new Set(NOT_REST));
  const bare = OPERATIONS.filter(({ path, method }) => path.includes('/guilds') && method !== 'GET')
    .map(({ name }) => name)
    .filter((name) => !WITHOUT_RULE.includes(name))
    .filter((name) => !new RegExp(`(?:guild)Change\\(\\{\\n {4}name: '${name}'`).test(named));
  assert.deepEqual(bare, []);
});
