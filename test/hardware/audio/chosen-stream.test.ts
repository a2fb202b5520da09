import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChosenStream } from '#guildhall/hardware/audio/chosen-stream.js';
import { ManualClock, settle } from '../support/manual-clock.js';

const NEVER = new Promise<void>(() => {});

/** Endpoints that a test plugs in and unplugs, and the streams that were opened on them. */
class Bench {
  readonly clock = new ManualClock();
  /** those plugged in; the first is the default */
  plugged = ['speakers', 'headset'];
  /** those that cannot be opened now */
  readonly refusing = new Set<string>();
  readonly opened: string[] = [];
  readonly stopped: string[] = [];
  readonly reports: (string | null)[] = [];
  used: string | null = null;
  breakOff = () => {};
  /** whether streams never end, as those of a device that was unplugged */
  hangs = false;

  readonly chosen = new ChosenStream<{ id: string; stop(): Promise<void> }>({
    clock: this.clock,
    list: async () =>
      this.plugged.map((id, index) => ({
        endpoint: { id, name: id, direction: 'output', is_default: index === 0, container: null },
        way: { serverName: null, isDevice: () => false },
      })),
    open: async ({ endpoint: { id } }, onBroken) => {
      if (this.refusing.has(id)) return null;
      this.opened.push(id);
      this.breakOff = onBroken;
      return {
        id,
        stop: async () => {
          this.stopped.push(id);
          if (this.hangs) await NEVER;
        },
      };
    },
    use: (stream) => {
      this.used = stream?.id ?? null;
    },
    report: (id) => this.reports.push(id),
  });

  async want(deviceId: string | null): Promise<void> {
    this.chosen.choose(deviceId);
    this.chosen.want(true);
    await this.clock.advance(0);
  }

  async plug(...names: string[]): Promise<void> {
    this.plugged = names;
    this.chosen.retry();
    await this.clock.advance(0);
  }
}

test('the chosen endpoint is open while it is wanted, and the choice can change', async () => {
  const bench = new Bench();
  bench.chosen.choose('headset');
  await settle();
  assert.equal(bench.used, null);
  await bench.want('headset');
  assert.equal(bench.used, 'headset');
  await bench.want('speakers');
  assert.deepEqual([bench.used, bench.stopped], ['speakers', ['headset']]);
  bench.chosen.want(false);
  await settle();
  assert.deepEqual([bench.used, bench.stopped], [null, ['headset', 'speakers']]);
  assert.deepEqual(bench.reports, ['headset', 'speakers']);
});

test('the default replaces a chosen endpoint while it is unplugged', async () => {
  const bench = new Bench();
  await bench.want('headset');
  await bench.plug('speakers');
  assert.equal(bench.used, 'speakers');
  await bench.plug('speakers', 'headset');
  assert.equal(bench.used, 'headset');
  assert.deepEqual(bench.reports, ['headset', 'speakers', 'headset']);
});

test('the stream follows the default if none is chosen', async () => {
  const bench = new Bench();
  await bench.want(null);
  await bench.plug('headset', 'speakers');
  assert.deepEqual([bench.used, bench.reports], ['headset', ['speakers', 'headset']]);
  await bench.plug('headset', 'speakers', 'other');
  assert.deepEqual(bench.opened, ['speakers', 'headset']);
});

test('a stream that breaks off is opened again with growing delays', async () => {
  const bench = new Bench();
  await bench.want(null);
  for (const delay of [200, 400, 800, 1600]) {
    bench.breakOff();
    assert.equal(bench.used, null);
    await bench.clock.advance(delay - 1);
    assert.equal(bench.used, null);
    await bench.clock.advance(1);
    assert.equal(bench.used, 'speakers');
  }
  await bench.clock.advance(5000);
  bench.breakOff();
  await bench.clock.advance(200);
  assert.equal(bench.used, 'speakers');
  assert.deepEqual(bench.reports, ['speakers']);
});

test('a stream that never ends delays the next by less than half a second', async () => {
  const bench = new Bench();
  bench.hangs = true;
  await bench.want('headset');
  await bench.plug('speakers');
  assert.equal(bench.used, null);
  await bench.clock.advance(450);
  assert.equal(bench.used, 'speakers');
});

test('the default is used while the chosen endpoint cannot be opened, which is tried again', async () => {
  const bench = new Bench();
  bench.refusing.add('headset');
  await bench.want('headset');
  assert.equal(bench.used, 'speakers');
  bench.refusing.clear();
  await bench.clock.advance(200);
  assert.equal(bench.used, 'headset');
});

test('null is reported while nothing can be opened', async () => {
  const bench = new Bench();
  await bench.want('headset');
  await bench.plug();
  assert.deepEqual([bench.used, bench.reports], [null, ['headset', null]]);
  bench.plugged = ['speakers'];
  await bench.clock.advance(10_000);
  assert.deepEqual([bench.used, bench.reports], ['speakers', ['headset', null, 'speakers']]);
});

test('nothing is opened after the end, and no timer is left', async () => {
  const bench = new Bench();
  bench.refusing.add('speakers').add('headset');
  await bench.want(null);
  await bench.chosen.stop();
  bench.refusing.clear();
  await bench.clock.advance(60_000);
  assert.deepEqual([bench.opened, bench.clock.timers], [[], 0]);
});
