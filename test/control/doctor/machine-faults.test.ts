import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { writeCrashReport } from '#guildhall/daemon/process/crash-report.js';
import { startXServer } from '../../hardware/support/x-server.js';
import { onlyLinux, onlyRoot } from '../../helpers/only-on.js';
import { type FaultCase, testFaults } from './support/fault-case.js';
import type { FaultScene } from './support/fault-scene.js';

const onLinux = onlyLinux('only Linux has these files');
const skip = onlyRoot('can mount file systems and take rights from a program');
const noXServer = spawnSync('Xvfb', ['-help']).error !== undefined && 'missing: Xvfb';

/** A server at a Unix socket that replies to whatever is sent. */
async function listen(scene: FaultScene, path: string): Promise<void> {
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end('x')));
  server.listen(path);
  await once(server, 'listening');
  scene.cleanUp(async () => server.close());
}

/** What a program is started through to see a changed file system. @param change a command of the shell */
function inMountNamespace(change: string): readonly string[] {
  return ['unshare', '--mount', 'sh', '-c', `${change} && exec "$@"`, 'sh'];
}

/** The scene is then in a desktop session. */
async function enterSession(scene: FaultScene): Promise<void> {
  const { display, stop } = await startXServer();
  scene.cleanUp(stop);
  scene.environment = { ...scene.environment, DISPLAY: display };
}

const CASES: readonly FaultCase[] = [
  {
    code: 'check_failed',
    skip,
    async make(scene) {
      scene.through = [
        ...inMountNamespace('mount -t tmpfs -o mode=000 tmpfs /dev'),
        ...['setpriv', '--bounding-set=-dac_override,-dac_read_search'],
      ];
    },
    message: /permission denied.*\/dev/,
    // A fault like this is reported. What caused it here is the mode of the folder.
    async apply(scene) {
      scene.through = [];
    },
  },
  {
    code: 'daemon_crashed',
    async make(scene) {
      await scene.makeHome();
      const error = new RangeError('a fault');
      const fault = { error, origin: 'uncaughtException', uptime: 1, time: Date.now() } as const;
      for (let ms = 0; ms < 2; ms += 1) writeCrashReport(scene.home, { ...fault, time: fault.time - ms });
    },
    message: /crashed 2 times .*RangeError: a fault/,
  },
  {
    code: 'no_display',
    skip: noXServer,
    async make(scene) {
      scene.environment = { ...scene.environment, DISPLAY: undefined, WAYLAND_DISPLAY: undefined };
    },
    apply: enterSession,
  },
  {
    code: 'display_unreachable',
    of: 'X11',
    skip: noXServer,
    async make(scene) {
      scene.environment = { ...scene.environment, DISPLAY: ':4711' };
    },
    message: /the X display :4711 does not answer at \/tmp\/\.X11-unix\/X4711/,
    apply: enterSession,
  },
  {
    code: 'display_unreachable',
    of: 'Wayland',
    skip: onLinux,
    async make(scene) {
      scene.environment = { ...scene.environment, WAYLAND_DISPLAY: 'wayland-7' };
    },
    message: /wayland-7 does not answer/,
    apply: (scene) => listen(scene, join(scene.folder, 'wayland-7')),
  },
  {
    code: 'library_missing',
    skip,
    async make(scene) {
      scene.through = inMountNamespace('mount -t tmpfs tmpfs /usr/lib/x86_64-linux-gnu/alsa-lib');
    },
    message: /libasound_module_pcm_pulse\.so is missing/,
    apply: async (scene) => {
      scene.through = [];
    },
  },
];

testFaults(CASES);
