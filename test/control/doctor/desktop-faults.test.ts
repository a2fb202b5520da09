import assert from 'node:assert/strict';
import { findSessionBus } from '#guildhall/platform/dbus/find-session-bus.js';
import { driverPids } from '../../hardware/support/processes.js';
import { killNow } from '../../helpers/kill-at-exit.js';
import { NotificationService } from '../../platform/support/notification-service.js';
import { noSessionBus, SessionBus } from '../../platform/support/session-bus.js';
import { type FaultCase, testFaults } from './support/fault-case.js';
import type { FaultScene } from './support/fault-scene.js';

/** How often a driver that has started again is killed, in milliseconds. */
const KILL_EACH_MS = 50;

/** Keeps killing a driver of the daemon of a scene. @returns what ends it */
function keepKilling(driver: string, daemon: number): () => Promise<void> {
  const timer = setInterval(() => {
    for (const pid of driverPids(driver, daemon)) killNow(pid);
  }, KILL_EACH_MS);
  return async () => clearInterval(timer);
}

const stopKilling = new WeakMap<FaultScene, () => Promise<void>>();

const CASES: readonly FaultCase[] = [
  {
    code: 'notifications_unavailable',
    skip: noSessionBus,
    async make(scene) {
      scene.environment = { ...scene.environment, DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined };
      await scene.startDaemon();
    },
    message: /session bus/,
    async apply(scene, { command }) {
      assert.match(await scene.run(command ?? ''), /^http:\/\/\S+:\d+\/#/);
      const bus = await SessionBus.start();
      scene.cleanUp(() => bus.stop());
      const desktop = await NotificationService.start(findSessionBus(bus.environment) ?? '', []);
      scene.cleanUp(async () => desktop.stop());
      await scene.restartDaemon({ environment: { ...scene.environment, ...bus.environment } });
    },
  },
  {
    code: 'driver_failed',
    async make(scene) {
      const daemon = await scene.startDaemon();
      const stop = keepKilling('hid', daemon.process.pid ?? 0);
      scene.cleanUp(stop);
      stopKilling.set(scene, stop);
    },
    message: /^hid: failed/,
    async apply(scene, { hint }) {
      assert.match(hint ?? '', /^See the log/);
      assert.match(await scene.run(`guildhall logs --home ${scene.home}`), /hid/);
      await stopKilling.get(scene)?.();
    },
  },
];

testFaults(CASES);
