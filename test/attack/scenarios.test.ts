import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCENARIOS, scenarioNamed } from './scenarios/index.js';

test('every attack has a unique name that starts with its target, and a summary', () => {
  const names = SCENARIOS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  const where =
    /^(?:rpc|http|oauth2|guest|rest|gateway|application|other-user|control-socket|console)-[a-z0-9-]+$/;
  for (const { name, summary } of SCENARIOS) {
    assert.match(name, where);
    assert.ok(summary.length > 20, `${name} needs a summary`);
    assert.equal(scenarioNamed(name).name, name);
  }
});
