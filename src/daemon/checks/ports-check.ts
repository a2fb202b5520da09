import { createSocket } from 'node:dgram';
import { type Check, ok, problem, type Result } from '../../control/doctor/finding.js';
import { homeFiles } from '../../platform/home.js';
import { describePortInUse } from '../../platform/sockets/bind-port.js';
import { isAnyPortFree, portRange } from '../../platform/sockets/listen.js';
import type { Configuration } from '../configuration.js';
import { SETTINGS } from '../settings.js';
import { readableConfiguration } from './configuration-check.js';

type PortSetting = Extract<keyof typeof SETTINGS, 'apiPort' | 'consolePort' | 'voicePort'>;

const LOOPBACK = '127.0.0.1';

/** The settings of ports that are not tried one after another, with their keys. */
const PORTS: readonly { readonly setting: PortSetting; readonly key: string }[] = [
  { setting: 'apiPort', key: 'api_port' },
  { setting: 'consolePort', key: 'console_port' },
  { setting: 'voicePort', key: 'voice_port' },
];

/** Without a daemon: checks that the ports that the configuration chooses are free. */
export const portsCheck: Check = {
  name: 'ports',
  readsHome: true,
  async run(context) {
    const configuration = await readableConfiguration(context);
    // A service that runs uses the ports that it was started with.
    if (context.daemon !== null || context.homeProcess !== null || configuration === null) return [];
    const { configuration: file } = homeFiles(context.home);
    const isDaemon = context.role === 'daemon';
    const ports = isDaemon ? PORTS : PORTS.filter(({ setting }) => setting !== 'consolePort');
    const problems = [
      ...(isDaemon ? await findTakenRpcPorts(configuration, file) : []),
      ...(await findTaken(configuration, ports, file)),
    ];
    return problems.length > 0 ? problems : [ok('those that the configuration chooses are free')];
  },
};

/** Those where applications look are checked without regard to the configuration, by `rpcPorts`. */
async function findTakenRpcPorts({ rpcPorts }: Configuration, file: string): Promise<Result[]> {
  const [first, last] = rpcPorts;
  const [usualFirst, usualLast] = SETTINGS.rpcPorts.fallback;
  if (first === usualFirst && last === usualLast) return [];
  if (await isFree(LOOPBACK, portRange(first, last))) return [];
  const reason =
    first === last ? await describePortInUse(first) : `all ports from ${first} to ${last} are in use`;
  return [portInUse('rpc_ports', reason, file)];
}

async function findTaken(configuration: Configuration, ports: typeof PORTS, file: string): Promise<Result[]> {
  const problems: Result[] = [];
  for (const { setting, key } of ports) {
    const port = configuration[setting];
    if (port === null || port === 0) continue;
    const isVoice = setting === 'voicePort';
    const host = isVoice ? configuration.voiceHost : LOOPBACK;
    if (!(await isFree(host, [port]))) problems.push(portInUse(key, await describePortInUse(port), file));
    else if (isVoice && !(await isFreeForPackets(host, port)))
      problems.push(portInUse(key, `port ${port} is in use for packets (UDP)`, file));
  }
  return problems;
}

function portInUse(key: string, reason: string, file: string): Result {
  return problem('port_in_use', `${key}: ${reason}`, {
    hint: `End that program, or choose another port with ${key} in ${file}.`,
  });
}

/** An address that this machine does not have has no free port. */
function isFree(host: string, ports: Iterable<number>): Promise<boolean> {
  return isAnyPortFree(host, ports).catch(() => false);
}

/** The voice endpoint takes packets on the port of its gateway. */
function isFreeForPackets(address: string, port: number): Promise<boolean> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    const end = (isFree: boolean) => socket.close(() => resolve(isFree));
    socket.once('error', () => end(false));
    socket.bind({ address, port, exclusive: true }, () => end(true));
  });
}
