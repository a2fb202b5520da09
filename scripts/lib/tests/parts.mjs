/**
 * A part of `npm run test:all`: what takes long, or depends on real time or chance.
 *
 * @typedef {object} Part
 * @property {string} name also in the first line of the test files that belong to it: `// test:all NAME: REASON`
 * @property {string} shows
 * @property {readonly string[]} paths files and folders after whose change it is due
 * @property {readonly (readonly string[])[]} commands scripts below `scripts/` with their arguments
 * @property {Readonly<Record<string, string>>} [env] of its test files and commands
 * @property {boolean} [isRandom] whether it also runs all tests with random input, with a seed of this run
 */

/** @type {readonly Part[]} */
export const PARTS = [
  {
    name: 'windows',
    shows:
      'the packages for Windows are made, install, and run under Wine: voice, keys, push-to-talk, backup, kill -9',
    paths: ['native', 'binding.gyp', 'kits', 'scripts/lib/package', 'src/platform', 'test/windows'],
    commands: [],
  },
  {
    name: 'windows-suite',
    shows: 'tests of the project pass with Node.js for Windows',
    paths: ['native', 'binding.gyp', 'src', 'test', 'scripts/lib/package/windows', 'scripts/lib/tests'],
    commands: [['windows-suite.mjs']],
  },
  {
    name: 'targets',
    shows: 'the addon compiles and links for macOS, Linux on ARM and with musl, and Windows on ARM',
    paths: ['native', 'binding.gyp', 'scripts/targets.mjs', 'scripts/lib/targets'],
    commands: [['targets.mjs']],
  },
  {
    name: 'sanitizers',
    shows: 'the addon and the plain C++ below it have no memory error, leak or undefined behavior',
    paths: ['native', 'binding.gyp', 'test/native', 'test/sanitizers'],
    commands: [['sanitizers.mjs']],
  },
  {
    name: 'packages',
    shows: 'packages have what runs, and pass lintian',
    paths: ['scripts/lib/package', 'scripts/lib/bundle', 'src/install', 'package.json', 'package-lock.json'],
    commands: [],
  },
  {
    name: 'sound',
    shows: 'speech, levels, echo, push-to-talk and faults of devices and networks in real time',
    paths: [
      'native',
      'src/hardware/audio',
      'src/voice',
      'src/api/voice',
      'test/sound',
      'test/hardware/audio',
    ],
    commands: [],
  },
  {
    name: 'drivers',
    shows: 'a driver that dies or hangs takes nothing with it',
    paths: ['native', 'src/hardware', 'test/faults'],
    commands: [],
    env: { GUILDHALL_TEST_KILLS: '60' },
  },
  {
    name: 'kills',
    shows: 'what was acknowledged is there after kill -9',
    paths: ['src/store', 'src/api', 'src/guilds', 'test/faults'],
    commands: [],
    env: { GUILDHALL_TEST_KILLS: '100' },
  },
  {
    name: 'model',
    shows: 'random schedules of the model of a cluster end consistently',
    paths: ['src/cluster', 'src/store', 'test/cluster/model'],
    commands: [['model.mjs', '2000', 'SEED']],
  },
  {
    name: 'faults',
    shows: 'nodes, networks, PostgreSQL and NATS fail under load without a lost or doubled change',
    paths: ['src/cluster', 'src/api', 'src/store/postgres', 'test/faults'],
    commands: [],
    env: { GUILDHALL_TEST_ROUNDS: '20' },
  },
  {
    name: 'nodes',
    shows: 'REST, gateway and OAuth2 behave on three nodes as on one',
    paths: ['src/cluster', 'src/api'],
    commands: [['test.mjs', '--short', 'api/']],
    env: { GUILDHALL_TEST_NODES: '3' },
  },
  {
    name: 'seeds',
    shows: 'tests with random input pass with a new seed',
    paths: ['src', 'test'],
    commands: [],
    isRandom: true,
  },
  {
    name: 'fuzz',
    shows: 'hostile frames and requests crash nothing and are answered or closed',
    paths: ['src/rpc', 'src/net', 'src/protocol', 'test/rpc/fuzz'],
    commands: [['fuzz.mjs', '200000', 'SEED']],
  },
  {
    name: 'measured',
    shows: 'memory, processor time and deadlines of Node.js are what the daemon relies on',
    paths: ['test/measured', 'src/platform', 'src/net', 'src/rpc', 'native'],
    commands: [],
  },
  {
    name: 'soak',
    shows: 'two daemons that are used for half an hour keep no memory',
    paths: ['src/rpc', 'src/client', 'src/api', 'src/daemon', 'test/soak'],
    commands: [],
    env: { GUILDHALL_TEST_MINUTES: '30' },
  },
  {
    name: 'games',
    shows: 'games of Debian show their activity over IPC to others, without any network',
    paths: [
      'src/rpc/transport/ipc',
      'src/rpc/activities',
      'src/client/gateway/presence-sender.ts',
      'test/clients/games',
    ],
    commands: [],
  },
  {
    name: 'kits',
    shows: 'games in C# and C++ get presence, access and events with the kits, and survive hostile frames',
    paths: ['kits', 'examples', 'src/rpc/transport/ipc', 'src/rpc/activities', 'test/clients/kits'],
    commands: [],
  },
  {
    name: 'console',
    shows:
      'each view of the console looks as in its screenshots, without a finding of axe; the tray icon in a panel',
    paths: ['src/control/page', 'src/platform/tray', 'docs/images/console', 'test/browser'],
    commands: [],
  },
  {
    name: 'attack',
    shows: 'attacked on every port, the daemon serves honest clients in time and keeps no memory',
    paths: ['src/rpc', 'src/net', 'src/api', 'src/control', 'test/attack'],
    commands: [['attack.mjs', 'short']],
  },
  {
    name: 'bench',
    shows: 'a benchmark row of each family measures all its subjects and judges all its goals',
    paths: ['test/bench'],
    commands: [],
  },
  {
    name: 'selection',
    shows: 'the selection of npm run test:quick knows everything that tests read',
    paths: ['scripts/lib/selection', 'test/scripts'],
    commands: [],
  },
  {
    name: 'lab',
    shows: 'devices, the service, packages and the hints of doctor with a real kernel',
    paths: ['native', 'src/hardware', 'src/install', 'src/control/doctor', 'scripts/lib/package', 'test/lab'],
    commands: [['lab.mjs']],
  },
];
