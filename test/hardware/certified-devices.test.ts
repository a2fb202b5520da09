import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CertifiedDeviceRegistry } from '#guildhall/hardware/certified-devices/certified-device-registry.js';
import { normalizeDeviceId } from '#guildhall/hardware/device-id.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { CertifiedDevice, DeviceType } from '#guildhall/protocol/rpc/certified-device.js';
import { fc } from '../helpers/fast-check.js';
import { REPORT_TERMS } from '../helpers/report-terms.js';
import { ManualClock } from './support/manual-clock.js';

const MICROPHONE = '4b5d6e7f-0011-4aab-9ccd-0123456789ab';

function newRegistry(clock: Clock = systemClock): CertifiedDeviceRegistry {
  return new CertifiedDeviceRegistry(clock, silentLogger);
}

function device(id: string, fields: Partial<CertifiedDevice> = {}): CertifiedDevice {
  const link = { name: 'Maker', url: 'https://maker.example' };
  return { type: 'audioinput', id, vendor: link, model: link, related: [], ...fields };
}

/** Which of the inputs a, b, c and d are certified, in order of priority. */
function reported({ all }: CertifiedDeviceRegistry): string[] {
  const found: string[] = [];
  let left = ['d', 'c', 'b', 'a'];
  for (;;) {
    const first = all.firstOf('audioinput', left);
    if (first === null) return found;
    found.push(first);
    left = left.filter((id) => id !== first);
  }
}

/** Searches devices in order of priority: first by their own ids, then by related ones. */
function search(
  devices: readonly CertifiedDevice[],
  type: DeviceType,
  wanted: string,
): CertifiedDevice | null {
  const isWanted = (id: string) => normalizeDeviceId(id) === wanted;
  const ofType = devices.filter((device) => device.type === type);
  return (
    ofType.find(({ id }) => isWanted(id)) ?? ofType.find(({ related }) => related.some(isWanted)) ?? null
  );
}

describe('certified devices', () => {
  test('are listed per owner, in order of arrival and priority', () => {
    const registry = newRegistry();
    registry.set('one', [device('a'), device('b')], REPORT_TERMS);
    registry.set('two', [device('c')], REPORT_TERMS);
    registry.set('one', [device('b'), device('d')], REPORT_TERMS);
    assert.deepEqual(reported(registry), ['b', 'd', 'c']);
  });

  test('are removed with their owner, and by an empty report', () => {
    const registry = newRegistry();
    registry.set('one', [device('a')], REPORT_TERMS);
    registry.set('two', [device('b')], REPORT_TERMS);
    registry.clear('one');
    registry.set('two', [], REPORT_TERMS);
    registry.clear('nobody');
    assert.deepEqual(reported(registry), []);
  });

  test('are found by the endpoint id in any case, in braces, and as Windows writes it in full', () => {
    const registry = newRegistry();
    registry.set('vendor', [device(`{${MICROPHONE.toUpperCase()}}`)], REPORT_TERMS);
    for (const id of [
      MICROPHONE,
      MICROPHONE.toUpperCase(),
      `{${MICROPHONE}}`,
      `{0.0.1.00000000}.{${MICROPHONE}}`,
    ]) {
      assert.ok(registry.all.find('audioinput', id), id);
    }
    assert.equal(registry.all.find('audioinput', '4b5d6e7f'), null);
    assert.equal(registry.all.find('audioinput', ''), null);
  });

  test('are found by a related id, but after the device whose own id it is', () => {
    const registry = newRegistry();
    registry.set('one', [device('headset', { related: ['MIC', '{speaker}'] })], REPORT_TERMS);
    assert.equal(registry.all.find('audioinput', 'speaker')?.id, 'headset');
    assert.equal(registry.all.find('audioinput', 'mic')?.id, 'headset');
    registry.set('two', [device('mic')], REPORT_TERMS);
    assert.equal(registry.all.find('audioinput', 'mic')?.id, 'mic');
  });

  test('are found in the first report when several owners name the same', () => {
    const registry = newRegistry();
    registry.set('one', [device('mic', { hardware_mute: true })], REPORT_TERMS);
    registry.set('two', [device('mic', { hardware_mute: false })], REPORT_TERMS);
    assert.equal(registry.all.find('audioinput', 'mic')?.hardware_mute, true);
  });

  test('are found only by their own type', () => {
    const registry = newRegistry();
    registry.set(
      'vendor',
      [device('mic', { related: ['speaker'] }), device('speaker', { type: 'audiooutput' })],
      REPORT_TERMS,
    );
    assert.equal(registry.all.find('audiooutput', 'mic'), null);
    assert.equal(registry.all.find('videoinput', 'mic'), null);
    assert.equal(registry.all.find('audiooutput', 'speaker')?.type, 'audiooutput');
    assert.equal(registry.all.find('audioinput', 'speaker')?.id, 'mic');
  });

  test('have priority by the order of reports, not by the order of plugged-in devices', () => {
    const registry = newRegistry();
    registry.set('one', [device('away'), device('{B}'), device('a')], REPORT_TERMS);
    registry.set('two', [device('c')], REPORT_TERMS);
    assert.equal(registry.all.firstOf('audioinput', ['x', 'c', 'a', 'b']), 'b');
    assert.equal(registry.all.firstOf('audioinput', ['c', 'a']), 'a');
    assert.equal(registry.all.firstOf('audioinput', ['c', 'x']), 'c');
    assert.equal(registry.all.firstOf('audioinput', ['x']), null);
    assert.equal(registry.all.firstOf('audiooutput', ['a', 'b', 'c']), null);
  });

  test('emit an event for every report, replacement and removal, and nothing else', () => {
    const registry = newRegistry();
    const seen: unknown[] = [];
    registry.on('changed', (devices) => seen.push([reported(registry), devices.map(({ id }) => id)]));
    registry.set('one', [device('a')], REPORT_TERMS);
    registry.set('one', [device('a'), device('b')], REPORT_TERMS);
    registry.clear('nobody');
    registry.set('nobody', [], REPORT_TERMS);
    registry.clear('one');
    assert.deepEqual(seen, [
      [['a'], ['a']],
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      [[], []],
    ]);
  });

  test('expire after their lifetime, counted from the last report', async () => {
    const clock = new ManualClock();
    const registry = newRegistry(clock);
    let changes = 0;
    registry.on('changed', () => {
      changes += 1;
    });
    registry.set('tool', [device('a')], { ...REPORT_TERMS, lifetimeMs: 1000 });
    registry.set('connection', [device('b')], REPORT_TERMS);
    await clock.advance(900);
    registry.set('tool', [device('c')], { ...REPORT_TERMS, lifetimeMs: 1000 });
    await clock.advance(999);
    assert.deepEqual(reported(registry), ['b', 'c']);
    await clock.advance(1);
    assert.deepEqual(reported(registry), ['b']);
    assert.equal(changes, 4);
    registry.set('tool', [device('a')], { ...REPORT_TERMS, lifetimeMs: 1000 });
    registry.clear('tool');
    assert.equal(clock.timers, 0);
  });

  test('of a connection have priority over those of an application without one', () => {
    const registry = newRegistry();
    registry.set('http', [device('mic', { hardware_mute: true })], { ...REPORT_TERMS, lifetimeMs: 1000 });
    registry.set('connection', [device('mic', { hardware_mute: false })], REPORT_TERMS);
    assert.equal(registry.takingOver.find('audioinput', 'mic')?.hardware_mute, false);
    registry.clear('connection');
    assert.equal(registry.takingOver.find('audioinput', 'mic')?.hardware_mute, true);
    registry.clear('http');
  });

  test('that may not take over are listed but do not change voice settings', () => {
    const registry = newRegistry();
    registry.set('http', [device('mic', { hardware_mute: true })], { ...REPORT_TERMS, takesOver: false });
    assert.equal(registry.all.find('audioinput', 'mic')?.id, 'mic');
    assert.equal(registry.takingOver.find('audioinput', 'mic'), null);
    assert.equal(registry.takingOver.firstOf('audioinput', ['mic']), null);
  });

  test('last longer than the longest timer if their lifetime says so', async () => {
    const clock = new ManualClock();
    const registry = newRegistry(clock);
    registry.set('tool', [device('a')], { ...REPORT_TERMS, lifetimeMs: 1e12 });
    await clock.advance(2 ** 31 - 2);
    assert.deepEqual(reported(registry), ['a']);
    await clock.advance(1);
    assert.deepEqual(reported(registry), []);
  });

  test('are found without reading the reports again, however many there are', () => {
    const registry = newRegistry();
    let reads = 0;
    for (let owner = 0; owner < 50; owner += 1) {
      const related = [`part ${owner}`, 'mic'];
      const counted = {
        ...device(`device ${owner}`),
        get id() {
          reads += 1;
          return `device ${owner}`;
        },
        get related() {
          reads += 1;
          return related;
        },
      };
      registry.set(`owner ${owner}`, [counted], { ...REPORT_TERMS, application: String(owner) });
    }
    reads = 0;
    const ids = ['x', 'part 7', 'device 49', 'mic'];
    assert.equal(registry.takingOver.firstOf('audioinput', ids), 'mic');
    assert.deepEqual(
      ids.map((id) => registry.all.find('audioinput', id) !== null),
      [false, true, true, true],
    );
    assert.equal(registry.mayMute, false);
    registry.clear('owner 0');
    assert.equal(registry.takingOver.firstOf('audioinput', ids), 'mic');
    assert.equal(reads, 0);
  });

  test('are found as if all reports were searched, after any changes', () => {
    const id = fc.constantFrom('a', '{A}', 'b', 'c', 'd');
    const reportedDevice = fc.record(
      {
        type: fc.constantFrom('audioinput' as const, 'audiooutput' as const),
        id,
        related: fc.array(id, { maxLength: 3 }),
        hardware_mute: fc.boolean(),
      },
      { requiredKeys: ['type', 'id', 'related'] },
    );
    const change = fc.record({
      owner: fc.constantFrom('one', 'two', 'three', 'http', 'http of a tester'),
      devices: fc.array(reportedDevice, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const registry = newRegistry(new ManualClock());
        const reports = new Map<string, CertifiedDevice[]>();
        for (const { owner, devices } of changes) {
          const report = devices.map(({ id, ...fields }) => device(id, fields));
          const lifetimeMs = owner.startsWith('http') ? 1000 : null;
          const terms = { ...REPORT_TERMS, lifetimeMs, takesOver: owner !== 'http of a tester' };
          assert.equal(registry.set(owner, report, terms), true);
          if (report.length === 0) reports.delete(owner);
          else reports.set(owner, report);
        }
        const owners = [...reports.keys()];
        const ordered = [
          ...owners.filter((owner) => !owner.startsWith('http')),
          ...owners.filter((owner) => owner.startsWith('http')),
        ];
        const taking = ordered.filter((owner) => owner !== 'http of a tester');
        const devicesOf = (some: string[]) => some.flatMap((owner) => reports.get(owner) ?? []);
        for (const type of ['audioinput', 'audiooutput', 'videoinput'] as const) {
          for (const [lookup, devices] of [
            [registry.all, devicesOf(ordered)],
            [registry.takingOver, devicesOf(taking)],
          ] as const) {
            const found = ['d', 'c', 'b', 'a', 'x'].map((id) => ({ id, device: search(devices, type, id) }));
            for (const { id, device } of found) assert.equal(lookup.find(type, id), device);
            const first = devices.flatMap((device) => found.find((each) => each.device === device) ?? [])[0];
            assert.equal(lookup.firstOf(type, ['d', 'c', 'b', 'a', 'x']), first?.id ?? null);
          }
        }
        const mayMute = devicesOf(taking).some(
          ({ hardware_mute, type }) => type === 'audioinput' && hardware_mute !== undefined,
        );
        assert.equal(registry.mayMute, mayMute);
      }),
    );
  });

  test('are refused when the reports of one application are too long together; the report before is kept', () => {
    const registry = newRegistry();
    const length = JSON.stringify([device('a')]).length;
    const set = (owner: string, devices: CertifiedDevice[], application = '1') =>
      registry.set(owner, devices, { ...REPORT_TERMS, application, maxBytes: 2 * length });
    assert.equal(set('one', [device('a')]), true);
    assert.equal(set('two', [device('b')]), true);
    assert.equal(set('three', [device('c')]), false);
    assert.equal(set('two', [device('\u00e9')]), false);
    assert.deepEqual(reported(registry), ['a', 'b']);
    // A report does not count twice, and counts no longer once it is gone.
    assert.equal(set('two', [device('c')]), true);
    assert.equal(set('other', [device('d')], '2'), true);
    registry.clear('one');
    assert.equal(set('two', [device('a'), device('b'), device('c')]), false);
    assert.equal(set('three', [device('b')]), true);
    assert.equal(set('two', []), true);
    assert.deepEqual(reported(registry), ['d', 'b']);
    assert.equal(set('one', [device('a')]), true);
  });
});
