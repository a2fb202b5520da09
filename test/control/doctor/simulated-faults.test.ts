import type { CheckContext } from '#guildhall/control/doctor/finding.js';
import { type FaultCase, testFaults } from './support/fault-case.js';
import { healthyDaemon } from './support/healthy-daemon.js';

/** A case in which doctor sees another machine or daemon than there is, and then a healthy one. */
function simulate(
  code: FaultCase['code'],
  sick: Partial<CheckContext>,
  healthy: Partial<CheckContext>,
  message = /./,
): FaultCase {
  return {
    ...{ code, message },
    async make(scene) {
      scene.context = sick;
    },
    async apply(scene) {
      scene.context = healthy;
    },
  };
}

/** A daemon whose service sent something some time ago, in milliseconds. */
function withLastFrame(agoMs: number): Partial<CheckContext> {
  const now = Date.now();
  return { now, daemon: { ...healthyDaemon, lastFrameAt: now - agoMs } };
}

const UNAVAILABLE = {
  name: 'hid',
  state: 'unavailable',
  reason: 'libusb-1.0.so.0 is missing',
  hint: 'apt install libusb-1.0-0',
};

const CASES: readonly FaultCase[] = [
  simulate('node_too_old', { nodeVersion: '18.20.4' }, { nodeVersion: '20.17.0' }),
  simulate('clock_wrong', { now: Date.parse('1999-12-31T23:59:59Z') }, {}),
  simulate('service_silent', withLastFrame(180_000), withLastFrame(1000), /sent nothing for 180 s/),
  simulate(
    'driver_unavailable',
    { daemon: { ...healthyDaemon, checkDrivers: async () => [UNAVAILABLE] } },
    { daemon: healthyDaemon },
  ),
];

testFaults(CASES);
