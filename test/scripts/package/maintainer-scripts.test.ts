import assert from 'node:assert/strict';
import { test } from 'node:test';

const { maintainerScripts } = (await import(
  new URL('../../../scripts/lib/package/debian/maintainer-scripts.mjs', import.meta.url).href
)) as { maintainerScripts(): { readonly postinst: string; readonly prerm: string } };

test('a user service manager does not block installation or removal of the package', () => {
  const { postinst, prerm } = maintainerScripts();
  for (const script of [postinst, prerm]) {
    const calls = script.split('\n').filter((line) => line.includes('systemctl') && line.includes('--user'));
    assert.ok(calls.length > 0);
    for (const call of calls) assert.match(call, /^ *timeout --kill-after=\d+ \d+ systemctl /);
  }
});
