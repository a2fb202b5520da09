import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CertifiedDeviceRegistry } from '#guildhall/hardware/certified-devices/certified-device-registry.js';
import type { CertifiedDevice } from '#guildhall/protocol/rpc/certified-device.js';

const MICROPHONE = '4b5d6e7f-0011-4aab-9ccd-0123456789ab';

function device(id: string, fields: Partial<CertifiedDevice> = {}): CertifiedDevice {
  const link = { name: 'Maker', url: 'https://maker.example' };
  return { type: 'audioinput', id, vendor: link, model: link, related: [], ...fields };
}

describe('certified devices', () => {
  test('are listed per owner, in order of arrival and priority', () => {
    const registry = new CertifiedDeviceRegistry();
    registry.set('one', [device('a'), device('b')]);
    registry.set('two', [device('c')]);
    registry.set('one', [device('b'), device('d')]);
    assert.deepEqual(
      registry.list().map(({ id }) => id),
      ['b', 'd', 'c'],
    );
  });

  test('are gone with their owner, and with an empty report', () => {
    const registry = new CertifiedDeviceRegistry();
    registry.set('one', [device('a')]);
    registry.set('two', [device('b')]);
    registry.clear('one');
    registry.set('two', []);
    registry.clear('nobody');
    assert.deepEqual(registry.list(), []);
  });

  test('are found by the endpoint id in any case, in braces, and as Windows writes it in full', () => {
    const registry = new CertifiedDeviceRegistry();
    registry.set('vendor', [device(`{${MICROPHONE.toUpperCase()}}`)]);
    for (const id of [
      MICROPHONE,
      MICROPHONE.toUpperCase(),
      `{${MICROPHONE}}`,
      `{0.0.1.00000000}.{${MICROPHONE}}`,
    ]) {
      assert.ok(registry.find(id), id);
    }
    assert.equal(registry.find('4b5d6e7f'), null);
    assert.equal(registry.find(''), null);
  });

  test('are found by a related id, but after the device whose own id it is', () => {
    const registry = new CertifiedDeviceRegistry();
    registry.set('one', [device('headset', { related: ['MIC', '{speaker}'] })]);
    assert.equal(registry.find('speaker')?.id, 'headset');
    assert.equal(registry.find('mic')?.id, 'headset');
    registry.set('two', [device('mic')]);
    assert.equal(registry.find('mic')?.id, 'mic');
  });

  test('are found in the first report when several owners name the same', () => {
    const registry = new CertifiedDeviceRegistry();
    registry.set('one', [device('mic', { hardware_mute: true })]);
    registry.set('two', [device('mic', { hardware_mute: false })]);
    assert.equal(registry.find('mic')?.hardware_mute, true);
  });
});
