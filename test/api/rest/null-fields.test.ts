import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { OPERATIONS } from '#guildhall/api/rest/operations.js';
import { validator } from '#guildhall/protocol/schema.js';
import { bodySchema } from '../support/body-schema.js';
import { useWorld } from '../support/world.js';

const used = useWorld();

/** OAuth2 parameters are text or missing (RFC 6749 §3.1); there is no null in a form. */
const FORMS = /^\/oauth2\//;

/** Optional properties at any depth whose schema does not take null. */
function* withoutNull(schema: object, path: string): Generator<string> {
  const { anyOf, items, properties, required } = schema as {
    anyOf?: object[];
    items?: object;
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  for (const variant of anyOf ?? []) yield* withoutNull(variant, path);
  if (items !== undefined) yield* withoutNull(items, `${path}[]`);
  for (const [name, property] of Object.entries(properties ?? {})) {
    const isOptional = !(required ?? []).includes(name);
    if (isOptional && !validator(property).is(null)) yield `${path}.${name}`;
    yield* withoutNull(property, `${path}.${name}`);
  }
}

describe('A field of a body that is null', () => {
  test('is accepted wherever the field may be missing', () => {
    const bodies = OPERATIONS.filter(({ body, path }) => body !== null && !FORMS.test(path));
    assert.ok(bodies.length > 20, 'the bodies were not found');
    assert.deepEqual(
      bodies.flatMap((operation) => [...withoutNull(bodySchema(operation) ?? {}, operation.name)]),
      [],
    );
  });

  test('counts as missing where the field cannot be null', async () => {
    const { service, world } = used;
    const as = { as: world.bot };
    const guild = `/guilds/${world.guild}`;
    const before = await service.ok('GET', guild, as);
    await service.ok('PATCH', guild, { ...as, json: { name: null, region: null, afk_timeout: null } });
    await service.ok('PATCH', `${guild}/embed`, { ...as, json: { enabled: null } });
    assert.deepEqual(await service.ok('GET', guild, as), before);
  });
});
