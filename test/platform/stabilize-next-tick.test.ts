import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const MODULE = fileURLToPath(import.meta.resolve('#guildhall/platform/stabilize-next-tick.js'));

/** Whether objects like those of nextTick keep their shape when their ids become other numbers. */
function keepsShape(preparation: string): boolean {
  const script = `
    const { createTickObject, stabilizeNextTick } = await import(${JSON.stringify(MODULE)});
    ${preparation}
    const timer = setTimeout(() => {}, 0);
    const [a, b] = ['asyncId', 'triggerId'].map((name) =>
      Object.getOwnPropertySymbols(timer).find(({ description }) => description === name));
    const before = createTickObject(a, b, 1);
    const after = createTickObject(a, b, 1.5);
    process.stdout.write(String(%HaveSameMap(before, after) && %HaveSameMap(after, createTickObject(a, b, 2))));`;
  const options = ['--allow-natives-syntax', '--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  assert.match(stdout, /^(?:true|false)$/, stderr);
  return stdout === 'true';
}

test('the objects of nextTick keep one shape once it is stabilized, and not by themselves', () => {
  assert.equal(keepsShape('stabilizeNextTick();'), true);
  assert.equal(keepsShape(''), false);
});
