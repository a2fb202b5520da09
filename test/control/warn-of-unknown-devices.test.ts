import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warnOfUnknownDevices } from '#guildhall/control/notifications/warn-of-unknown-devices.js';
import { createLogger, silentLogger } from '#guildhall/platform/log.js';
import type { CertifiedDevice } from '#guildhall/protocol/rpc/certified-device.js';
import { eventually } from '../helpers/eventually.js';
import { REPORT_TERMS } from '../helpers/report-terms.js';
import { MockHardware } from '../mocks/mock-hardware.js';

const LINK = { name: 'Acme', url: 'https://acme.example' };

function camera(id: string, related: string[] = []): CertifiedDevice {
  return { type: 'videoinput', id, vendor: LINK, model: { ...LINK, name: 'Camera' }, related };
}

test('a reported device that is not plugged in is logged once, whatever the case of its id', async () => {
  const hardware = new MockHardware();
  hardware.videoInputs.push({ id: '{ABC}', name: 'Camera' });
  const logged: { type: string; id: string; model: string }[] = [];
  const log = createLogger('warn', {
    write(line) {
      const { type, id, model } = JSON.parse(line);
      logged.push({ type, id, model });
    },
  });
  const stop = warnOfUnknownDevices(hardware, log);
  try {
    hardware.certifiedDevices.set(
      'vendor',
      [camera('abc'), camera('other', ['{abc}']), camera('made-up')],
      REPORT_TERMS,
    );
    await eventually(() => logged.length > 0);
    hardware.certifiedDevices.set('vendor', [camera('{MADE-UP}')], REPORT_TERMS);
    hardware.certifiedDevices.set('vendor', [{ ...camera('abc'), type: 'audioinput' }], REPORT_TERMS);
    await eventually(() => logged.length > 1);
    assert.deepEqual(logged, [
      { type: 'videoinput', id: 'made-up', model: 'Camera' },
      { type: 'audioinput', id: 'abc', model: 'Camera' },
    ]);
  } finally {
    stop();
    await hardware.stop();
  }
});

test('only devices of the reported kind are listed, once for each reported id', async () => {
  const hardware = new MockHardware();
  hardware.videoInputs.push({ id: 'abc', name: 'Camera' });
  const listed: string[] = [];
  hardware.listVideoInputs = async () => {
    listed.push('cameras');
    return hardware.videoInputs;
  };
  hardware.audio.endpoints = async () => {
    listed.push('audio');
    return [];
  };
  const stop = warnOfUnknownDevices(hardware, silentLogger);
  try {
    hardware.certifiedDevices.set('vendor', [camera('abc')], REPORT_TERMS);
    await eventually(() => listed.length > 0);
    hardware.certifiedDevices.set('vendor', [camera('{ABC}')], REPORT_TERMS);
    hardware.certifiedDevices.set('other', [{ ...camera('abc'), type: 'audioinput' }], REPORT_TERMS);
    await eventually(() => listed.length > 1);
    assert.deepEqual(listed, ['cameras', 'audio']);
  } finally {
    stop();
    await hardware.stop();
  }
});
