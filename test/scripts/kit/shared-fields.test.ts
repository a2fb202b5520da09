import assert from 'node:assert/strict';
import { test } from 'node:test';

interface SharedFields {
  withSharedFields(schema: object, objects: Readonly<Record<string, object>>): object;
}

const { withSharedFields } = (await import(
  new URL('../../../scripts/lib/kit/shared-fields.mjs', import.meta.url).href
)) as SharedFields;

const text = { type: 'string' };
const objectOf = (names: readonly string[], required = names) => ({
  type: 'object',
  required,
  properties: Object.fromEntries(names.map((name) => [name, text])),
});
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const OBJECTS = {
  Pair: objectOf(['id', 'name']),
  User: objectOf(['id', 'name', 'avatar']),
  Account: objectOf(['id', 'name', 'avatar', 'email']),
};

test('an object extends the named object with the most shared fields', () => {
  assert.deepEqual(withSharedFields(objectOf(['id', 'name', 'avatar', 'email', 'token']), OBJECTS), {
    allOf: [refer('Account'), objectOf(['token'])],
  });
});

test('an object with the fields of a named object refers to it at any depth', () => {
  const list = (items: object) => ({ type: 'array', items: { anyOf: [items, { type: 'null' }] } });
  assert.deepEqual(withSharedFields(list(OBJECTS.User), OBJECTS), list(refer('User')));
});

test('an object is unchanged if a field differs, is optional, or too few are shared', () => {
  const different = {
    ...OBJECTS.User,
    properties: { ...OBJECTS.User.properties, avatar: { type: 'number' } },
  };
  const optional = objectOf(['id', 'name', 'avatar'], ['id', 'name']);
  for (const schema of [different, optional, objectOf(['id', 'name', 'size'])])
    assert.deepEqual(withSharedFields(schema, OBJECTS), schema);
});
