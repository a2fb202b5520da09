import { messageOf } from '../../platform/errors.js';
import { loadHostProcess } from '../../platform/native/host-process.js';
import type { DriverName } from '../drivers.js';
import { DRIVER_NAMES } from '../drivers.js';
import { DriverUnavailableError } from '../errors.js';
import { isDaemonFrame } from './daemon-frame.js';
import type { HostedDriver } from './driver.js';
import type { HostFrame } from './host-frame.js';
import { unavailabilityOf } from './load-failure.js';

/** The module of each driver. Each process loads only its own driver, with its native libraries. */
const HOSTED_DRIVERS: Readonly<Record<DriverName, () => Promise<HostedDriver>>> = {
  'keyboard-mouse': async () => (await import('../input/keyboard-mouse-driver.js')).keyboardMouseDriver,
  gamepad: async () => (await import('../gamepad/gamepad-driver.js')).gamepadDriver,
  hid: async () => (await import('../hid/hid-driver.js')).hidDriver,
  audio: async () => (await import('../audio/audio-driver.js')).audioDriver,
};

const CANNOT_RUN = 70;

/** Runs the driver of this process, `host-main.js DRIVER DAEMON_PID`, until the daemon disconnects. */
export async function runHost(): Promise<void> {
  const [, , driverName, daemonPid] = process.argv;
  bindToDaemon(Number(daemonPid));
  const name = DRIVER_NAMES.find((known) => known === driverName);
  if (name === undefined || process.send === undefined) process.exit(CANNOT_RUN);
  try {
    const driver = await HOSTED_DRIVERS[name]();
    const running = await driver.start((event, value) => send({ type: 'event', name: event, value }));
    let last = Promise.resolve();
    process.on('message', (message: unknown) => {
      if (!isDaemonFrame(message)) return;
      if (message.type === 'ping') {
        send({ type: 'pong' });
        return;
      }
      if (message.type === 'notice') {
        running.notice(message.name, message.value);
        return;
      }
      const { id, method, argument = '' } = message;
      last = last.then(async () => {
        try {
          send({ type: 'reply', id, value: await running.request(method, argument) });
        } catch (error) {
          send({ type: 'refused', id, message: messageOf(error) });
        }
      });
    });
    send({ type: 'ready' });
  } catch (error) {
    const { reason, hint } = error instanceof DriverUnavailableError ? error : unavailabilityOf(error);
    send({ type: 'unavailable', reason, hint });
  }
}

/**
 * This process must not outlive the daemon: the end of the daemon closes the channel, and where the system supports it,
 * the kernel kills this process even if it hangs. The parent is compared with the daemon's process id that was passed
 * in: if the daemon has already ended, this process has another parent.
 */
function bindToDaemon(daemon: number): void {
  process.on('disconnect', () => process.exit());
  const bound = loadHostProcess().binding?.bindToParent(daemon) ?? 'unsupported';
  if (bound === 'parent-gone' || bound === 'refused' || process.ppid !== daemon) process.exit(CANNOT_RUN);
  // Ctrl+C and service managers signal every process of the daemon. Only the daemon decides when this one ends; ending
  // first would look like a crash.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

function send(frame: HostFrame): void {
  process.send?.(frame, () => {});
}
