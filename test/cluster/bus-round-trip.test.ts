import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BusError } from '#guildhall/cluster/bus/bus.js';
import { BusRoundTrip } from '#guildhall/cluster/bus-round-trip.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { eventually } from '../helpers/eventually.js';

/** The round trips of a bus whose requests are answered by the test. */
function roundTrips() {
  const requests: { readonly timeoutMs: number; readonly reply: Deferred<string> }[] = [];
  const bus = {
    respond: () => () => {},
    request(_subject: string, _text: string, timeoutMs: number) {
      const reply = new Deferred<string>();
      requests.push({ timeoutMs, reply });
      return reply.promise;
    },
  };
  return { requests, roundTrip: new BusRoundTrip(bus, 'a') };
}

test('replies of one turn of the event loop wait for one round trip', async () => {
  const { requests, roundTrip } = roundTrips();
  const passed = Promise.all([roundTrip.eventsPassed(), roundTrip.eventsPassed()]);
  await eventually(() => requests.length > 0);
  // What is published now is behind that one.
  const later = roundTrip.eventsPassed();
  await eventually(() => requests.length > 1);
  assert.equal(requests.length, 2);
  requests[0]?.reply.resolve('');
  await passed;
  requests[1]?.reply.resolve('');
  await later;
});

test('a reply waits no longer than a moment, and not at all without the bus', async () => {
  const { requests, roundTrip } = roundTrips();
  const passed = roundTrip.eventsPassed();
  await eventually(() => requests.length > 0);
  assert.ok((requests[0]?.timeoutMs ?? 0) <= 100);
  requests[0]?.reply.reject(new BusError('not-sent'));
  await passed;
});
