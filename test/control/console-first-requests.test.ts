import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withControl } from './control-harness.js';
import { send } from './http.js';

test(
  'requests that arrive together as the first ones of a console are all answered',
  withControl(async (harness) => {
    const url = harness.server.consoleUrl;
    const paths = ['', 'docs/', 'api/status', 'nothing'];
    const first = await Promise.all(paths.map((path) => send(`${url}${path}`)));
    const later = await Promise.all(paths.map((path) => send(`${url}${path}`)));
    assert.deepEqual(
      first.map(({ status, body }) => [status, body]),
      later.map(({ status, body }) => [status, body]),
    );
    assert.ok(
      first.every(({ status }) => status < 500),
      String(first.map(({ status }) => status)),
    );
  }),
);

test(
  'a console that no page asked stops at once',
  withControl(async (harness) => {
    await harness.server.stop();
    await assert.rejects(send(harness.server.consoleUrl));
  }),
);
