import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { homeFiles } from '#guildhall/platform/home.js';
import { claimRpcPorts, freePort } from '../../helpers/free-port.js';
import { type FaultCase, testFaults } from './support/fault-case.js';
import type { FaultScene } from './support/fault-scene.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Listens on a port of 127.0.0.1 until the scene ends. */
async function listen(scene: FaultScene, server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  scene.cleanUp(async () => server.close());
  return (server.address() as AddressInfo).port;
}

/** Receives packets on a port of 127.0.0.1 until the scene ends. */
async function receivePackets(scene: FaultScene): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(await freePort(), '127.0.0.1');
  await once(socket, 'listening');
  scene.cleanUp(async () => void socket.close());
  return socket.address().port;
}

/** Keeps the addon of this checkout in the cache of an environment: to compile it takes minutes. */
async function keepAddon(environment: NodeJS.ProcessEnv): Promise<void> {
  const script = `import('${new URL('../../../scripts/lib/build.mjs', import.meta.url)}').then((build) => build.keepAddon())`;
  await promisify(execFile)(process.execPath, ['--eval', script], { env: environment });
}

/** A program that has the lock of a home, and is none of Guildhall. */
function holdLock(lock: string): string {
  const module = import.meta.resolve('#guildhall/store/sqlite/home-lock.js');
  return `import { HomeLock } from '${module}';
    globalThis.lock = await HomeLock.take(${JSON.stringify(lock)}, new Error('taken'));
    setInterval(() => {}, 1000);
    console.log('locked');`;
}

/** What `npm run setup` reads of a checkout that is built. Packages that are installed are used where they are. */
const CHECKOUT = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'binding.gyp'],
  ...['scripts', 'src', 'native', 'dist', 'docs'],
];

const CASES: readonly FaultCase[] = [
  {
    code: 'configuration_invalid',
    of: 'a wrong value in the file',
    make: (scene) => scene.write('configuration', 'api_port = "many"\n'),
    message: /config\.toml:1, api_port: expected a port/,
    apply: (scene) => scene.write('configuration', 'api_port = 0\n'),
  },
  {
    code: 'configuration_invalid',
    of: 'no TOML',
    make: (scene) => scene.write('configuration', 'api_port\n'),
    message: /config\.toml/,
    apply: (scene) => scene.write('configuration', ''),
  },
  {
    code: 'configuration_invalid',
    of: 'a wrong value in the environment',
    make: async (scene) => {
      scene.environment.GUILDHALL_CAPTURE_LIMIT = 'forever';
    },
    message: /GUILDHALL_CAPTURE_LIMIT: expected seconds/,
    apply: async (scene) => delete scene.environment.GUILDHALL_CAPTURE_LIMIT,
  },
  {
    code: 'configuration_invalid',
    of: 'a user that does not exist',
    make: (scene) => scene.write('configuration', 'allow_users = "nobody-of-this-name"\n'),
    message: /no user "nobody-of-this-name"/,
    apply: (scene) => scene.write('configuration', ''),
  },
  {
    code: 'configuration_invalid',
    of: 'a secret that others can read',
    async make(scene) {
      const secret = join(scene.folder, 'secret');
      await writeFile(secret, 'x'.repeat(32));
      await chmod(secret, 0o644);
      await scene.write('configuration', `voice_secret_file = "${secret}"\n`);
    },
    message: /can be read by other users/,
    apply: (scene, { hint }) => scene.run(hint?.replace('Run: ', '') ?? ''),
  },
  {
    code: 'configuration_invalid',
    of: 'a certificate that is missing',
    make: (scene) =>
      scene.write(
        'configuration',
        'voice_tls_certificate = "/nonexistent"\nvoice_tls_key = "/nonexistent"\n',
      ),
    message: /certificate of the voice endpoint cannot be read/,
    apply: (scene) => scene.write('configuration', ''),
  },
  {
    code: 'addon_missing',
    async make(scene) {
      const copy = join(scene.folder, 'checkout');
      await mkdir(copy);
      const options = { recursive: true, preserveTimestamps: true };
      for (const name of CHECKOUT) await cp(join(ROOT, name), join(copy, name), options);
      await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
      scene.main = join(copy, 'dist/cli/main.js');
      scene.workingFolder = copy;
      scene.environment.XDG_CACHE_HOME = join(scene.folder, 'cache');
      await keepAddon(scene.environment);
    },
    message: /native addon/,
  },
  {
    code: 'home_in_use',
    async make(scene) {
      await scene.makeHome();
      const program = join(scene.folder, 'holder.mjs');
      const { lock } = homeFiles(scene.home);
      await writeFile(program, holdLock(lock));
      await scene.start(`node ${program}`, 'locked');
    },
    message: /in use by the process \d+/,
  },
  { code: 'control_socket_blocked', make: (scene) => scene.write('controlSocket', '') },
  {
    code: 'port_in_use',
    async make(scene) {
      const port = await listen(scene, createServer());
      await scene.write('configuration', `api_port = ${port}\n`);
    },
    message: new RegExp(`api_port: port \\d+ is in use by \\S+ \\(pid ${process.pid}\\)`),
    apply: (scene) => scene.write('configuration', ''),
  },
  {
    code: 'port_in_use',
    of: 'the RPC ports of the configuration',
    async make(scene) {
      const port = await listen(scene, createServer());
      await scene.write('configuration', `rpc_ports = "${port}-${port}"\n`);
    },
    message: new RegExp(`rpc_ports: port \\d+ is in use by \\S+ \\(pid ${process.pid}\\)`),
    apply: (scene) => scene.write('configuration', ''),
  },
  {
    code: 'port_in_use',
    of: 'the voice port, for packets',
    async make(scene) {
      const port = await receivePackets(scene);
      await scene.write('configuration', `voice_port = ${port}\n`);
    },
    message: /voice_port: port \d+ is in use for packets \(UDP\)/,
    apply: (scene) => scene.write('configuration', ''),
  },
  {
    code: 'account_damaged',
    make: (scene) => scene.write('account', '{"version":2,"token":"secret"'),
    message: /^(?!.*secret).*account\.json is damaged/,
  },
  {
    code: 'account_damaged',
    of: 'a newer version',
    make: (scene) => scene.write('account', '{"version":99}'),
    message: /newer version/,
  },
  { code: 'permissions_damaged', make: (scene) => scene.write('remembered', '[]') },
  { code: 'activity_settings_damaged', make: (scene) => scene.write('activitySettings', '[]') },
  { code: 'once_grants_damaged', make: (scene) => scene.write('onceGrants', '[]') },
  { code: 'voice_settings_damaged', make: (scene) => scene.write('voiceSettings', '[]') },
  {
    code: 'service_unreachable',
    async make(scene) {
      await scene.write('configuration', `api_url = "http://127.0.0.1:${await freePort()}/api"\n`);
    },
    message: /cannot be reached: .*ECONNREFUSED/,
    async apply(scene, { message }) {
      const port = Number(/:(\d+)\/api/.exec(message)?.[1]);
      await listen(
        scene,
        createHttpServer((_, response) => response.end('{"url":"ws://127.0.0.1"}')),
        port,
      );
    },
  },
  {
    code: 'service_wrong',
    async make(scene) {
      const server = createHttpServer(({ url }, response) => {
        if (url === '/api/gateway') response.end('{"url":"ws://127.0.0.1"}');
        else response.writeHead(404).end();
      });
      await scene.write('configuration', `api_url = "http://127.0.0.1:${await listen(scene, server)}"\n`);
    },
    message: /HTTP 404/,
    async apply(scene) {
      const text = await readFile(scene.files.configuration, 'utf8');
      await scene.write('configuration', text.replace(/"\n$/, '/api"\n'));
    },
  },
  {
    code: 'daemon_not_running',
    make: (scene) => scene.makeHome(),
    async apply(scene, { command }) {
      Object.assign(scene.environment, {
        GUILDHALL_RPC_PORTS: await claimRpcPorts(),
        GUILDHALL_API_PORT: '0',
        GUILDHALL_CONSOLE_PORT: '0',
        GUILDHALL_NO_OPEN: 'true',
      });
      await scene.start(command ?? '', 'serving');
    },
  },
  {
    code: 'daemon_not_answering',
    async make(scene) {
      const daemon = await scene.startDaemon();
      daemon.process.kill('SIGSTOP');
    },
    message: /does not answer/,
  },
];

testFaults(CASES);
