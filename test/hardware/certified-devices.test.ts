import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CertifiedDeviceRegistry } from '#guildhall/hardware/certified-devices/certified-device-registry.js';
import { type Clock, systemClock } from '#guildhall/platform/clock.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { CertifiedDevice } from '#guildhall/protocol/rpc/certified-device.js';
import { ManualClock } from './support/manual-clock.js';

const MICROPHONE = '4b5d6e7f-0011-4aab-9ccd-0123456789ab';

function newRegistry(clock: Clock = systemClock): CertifiedDeviceRegistry {
  return new CertifiedDeviceRegistry(clock, silentLogger);
}

function device(id: string, fields: Partial<CertifiedDevice> = {}): CertifiedDevice {
  const link = { name: 'Maker', url: 'https://maker.example' };
  return { type: 'audioinput', id, vendor: link, model: link, related: [], ...fields };
}

describe('certified devices', () => {
  test('are listed per owner, in order of arrival and priority', () => {
    const registry = newRegistry();
    registry.set('one', [device('a'), device('b')], null, true);
    registry.set('two', [device('c')], null, true);
    registry.set('one', [device('b'), device('d')], null, true);
    assert.deepEqual(
      registry.all.list().map(({ id }) => id),
      ['b', 'd', 'c'],
    );
  });

  test('are removed with their owner, and by an empty report', () => {
    const registry = newRegistry();
    registry.set('one', [device('a')], null, true);
    registry.set('two', [device('b')], null, true);
    registry.clear('one');
    registry.set('two', [], null, true);
    registry.clear('nobody');
    assert.deepEqual(registry.all.list(), []);
  });

  test('are found by the endpoint id in any case, in braces, and as Windows writes it in full', () => {
    const registry = newRegistry();
    registry.set('vendor', [device(`{${MICROPHONE.toUpperCase()}}`)], null, true);
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
    registry.set('one', [device('headset', { related: ['MIC', '{speaker}'] })], null, true);
    assert.equal(registry.all.find('audioinput', 'speaker')?.id, 'headset');
    assert.equal(registry.all.find('audioinput', 'mic')?.id, 'headset');
    registry.set('two', [device('mic')], null, true);
    assert.equal(registry.all.find('audioinput', 'mic')?.id, 'mic');
  });

  test('are found in the first report when several owners name the same', () => {
    const registry = newRegistry();
    registry.set('one', [device('mic', { hardware_mute: true })], null, true);
    registry.set('two', [device('mic', { hardware_mute: false })], null, true);
    assert.equal(registry.all.find('audioinput', 'mic')?.hardware_mute, true);
  });

  test('are found only by their own type', () => {
    const registry = newRegistry();
    registry.set(
      'vendor',
      [device('mic', { related: ['speaker'] }), device('speaker', { type: 'audiooutput' })],
      null,
      true,
    );
    assert.equal(registry.all.find('audiooutput', 'mic'), null);
    assert.equal(registry.all.find('videoinput', 'mic'), null);
    assert.equal(registry.all.find('audiooutput', 'speaker')?.type, 'audiooutput');
    assert.equal(registry.all.find('audioinput', 'speaker')?.id, 'mic');
  });

  test('have priority by the order of reports, not by the order of plugged-in devices', () => {
    const registry = newRegistry();
    registry.set('one', [device('away'), device('{B}'), device('a')], null, true);
    registry.set('two', [device('c')], null, true);
    assert.equal(registry.all.firstOf('audioinput', ['x', 'c', 'a', 'b']), 'b');
    assert.equal(registry.all.firstOf('audioinput', ['c', 'a']), 'a');
    assert.equal(registry.all.firstOf('audioinput', ['c', 'x']), 'c');
    assert.equal(registry.all.firstOf('audioinput', ['x']), null);
    assert.equal(registry.all.firstOf('audiooutput', ['a', 'b', 'c']), null);
  });

  test('emit an event for every report, replacement and removal, and nothing else', () => {
    const registry = newRegistry();
    const seen: number[] = [];
    registry.on('changed', () => seen.push(registry.all.list().length));
    registry.set('one', [device('a')], null, true);
    registry.set('one', [device('a'), device('b')], null, true);
    registry.clear('nobody');
    registry.set('nobody', [], null, true);
    registry.clear('one');
    assert.deepEqual(seen, [1, 2, 0]);
  });

  test('expire after their lifetime, counted from the last report', async () => {
    const clock = new ManualClock();
    const registry = newRegistry(clock);
    let changes = 0;
    registry.on('changed', () => {
      changes += 1;
    });
    registry.set('tool', [device('a')], 1000, true);
    registry.set('connection', [device('b')], null, true);
    await clock.advance(900);
    registry.set('tool', [device('c')], 1000, true);
    await clock.advance(999);
    assert.equal(registry.all.list().length, 2);
    await clock.advance(1);
    assert.deepEqual(
      registry.all.list().map(({ id }) => id),
      ['b'],
    );
    assert.equal(changes, 4);
    registry.set('tool', [device('a')], 1000, true);
    registry.clear('tool');
    assert.equal(clock.timers, 0);
  });

  test('of a connection have priority over those of an application without one', () => {
    const registry = newRegistry();
    registry.set('http', [device('mic', { hardware_mute: true })], 1000, true);
    registry.set('connection', [device('mic', { hardware_mute: false })], null, true);
    assert.equal(registry.takingOver.find('audioinput', 'mic')?.hardware_mute, false);
    registry.clear('connection');
    assert.equal(registry.takingOver.find('audioinput', 'mic')?.hardware_mute, true);
    registry.clear('http');
  });

  test('that may not take over are listed but do not change voice settings', () => {
    const registry = newRegistry();
    registry.set('http', [device('mic', { hardware_mute: true })], null, false);
    assert.equal(registry.all.find('audioinput', 'mic')?.id, 'mic');
    assert.equal(registry.takingOver.find('audioinput', 'mic'), null);
    assert.equal(registry.takingOver.firstOf('audioinput', ['mic']), null);
    assert.deepEqual(registry.takingOver.list(), []);
  });

  test('last longer than the longest timer if their lifetime says so', async () => {
    const clock = new ManualClock();
    const registry = newRegistry(clock);
    registry.set('tool', [device('a')], 1e12, true);
    await clock.advance(2 ** 31 - 2);
    assert.equal(registry.all.list().length, 1);
    await clock.advance(1);
    assert.equal(registry.all.list().length, 0);
  });
});
