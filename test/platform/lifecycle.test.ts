import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lifecycle } from '#guildhall/platform/lifecycle.js';
import { silentLogger } from '#guildhall/platform/log.js';

/** Components that write down that they were stopped. */
function withRecord() {
  const stopped: string[] = [];
  const component = (name: string) => ({ stop: async () => void stopped.push(name) });
  return { stopped, component };
}

test('components stop once, in reverse start order', async () => {
  const { component, stopped } = withRecord();
  const lifecycle = await Lifecycle.start(silentLogger, async (started) => {
    for (const name of ['store', 'server']) started.add(name, component(name));
    return started;
  });
  assert.deepEqual(stopped, []);
  await Promise.all([lifecycle.stop(), lifecycle.stop()]);
  assert.deepEqual(stopped, ['server', 'store']);
});

test('running components are stopped when another one fails to start', async () => {
  const { component, stopped } = withRecord();
  const failure = new TypeError('no port is free');
  const start = Lifecycle.start(silentLogger, async (lifecycle) => {
    for (const name of ['store', 'server']) lifecycle.add(name, component(name));
    throw failure;
  });
  await assert.rejects(start, failure);
  assert.deepEqual(stopped, ['server', 'store']);
});

test('other components stop when one fails to stop', async () => {
  const { component, stopped } = withRecord();
  const lifecycle = new Lifecycle(silentLogger);
  lifecycle.add('store', component('store'));
  lifecycle.add('server', { stop: () => Promise.reject(new TypeError('broken')) });
  await lifecycle.stop();
  assert.deepEqual(stopped, ['store']);
});

test('an aborted start stops the running components and the one that is starting', async () => {
  const { component, stopped } = withRecord();
  const stopping = new AbortController();
  const start = Lifecycle.start(
    silentLogger,
    async (lifecycle) => {
      lifecycle.add('store', component('store'));
      stopping.abort(new TypeError('stopped by a signal'));
      lifecycle.add('server', component('server'));
      assert.fail('the start continues');
    },
    stopping.signal,
  );
  await assert.rejects(start, /stopped by a signal/);
  assert.deepEqual(stopped, ['server', 'store']);
});
