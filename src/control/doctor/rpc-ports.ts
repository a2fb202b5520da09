import { homeFiles } from '../../platform/home.js';
import { describePortHolder, findPortHolder } from '../../platform/processes/port-holder.js';
import { isAnyPortFree } from '../../platform/sockets/listen.js';
import { RPC_PORTS } from '../../protocol/rpc/ports.js';
import { type Check, ok, problem, type Result } from './finding.js';

/** Checks that applications can find the RPC server. */
export const rpcPorts: Check = {
  name: 'rpc ports',
  isForDaemonsOnly: true,
  async run({ daemon, home }) {
    if (daemon !== null) return [await judgePort(daemon.rpcPort, home)];
    const taken = [];
    for (const port of RPC_PORTS) if (!(await isAnyPortFree('127.0.0.1', [port]))) taken.push(port);
    if (taken.length < RPC_PORTS.length)
      return [ok(`${RPC_PORTS.length - taken.length} of ${RPC_PORTS.length} ports are free`)];
    return [
      problem('rpc_ports_in_use', `all RPC ports are in use: ${await describeHolders(taken)}`, {
        hint: 'Close other chat clients: they listen on 127.0.0.1:6463-6472.',
      }),
    ];
  },
};

async function judgePort(port: number, home: string): Promise<Result> {
  if (RPC_PORTS.includes(port)) {
    const others = (await findEarlierPorts(port)).join(', ');
    const after = `, after ${others}, which programs that try the ports in order reach first`;
    return ok(`127.0.0.1:${port}${others === '' ? '' : after}`);
  }
  return problem(
    'rpc_port_unusual',
    `the RPC server listens on port ${port}: applications look for it at 6463-6472 only`,
    {
      hint: `Start the daemon without --rpc-ports and GUILDHALL_RPC_PORTS, and without rpc_ports in ${homeFiles(home).configuration}.`,
    },
  );
}

/** The ports of RPC before this one that others have, as `describeHolders` names them. */
export async function findEarlierPorts(port: number): Promise<string[]> {
  const taken: number[] = [];
  for (const earlier of RPC_PORTS.slice(0, Math.max(0, RPC_PORTS.indexOf(port)))) {
    if (!(await isAnyPortFree('127.0.0.1', [earlier]))) taken.push(earlier);
  }
  return describeHolders(taken);
}

/** Each port with the program that has it, e.g. `6463 by Discord (pid 812)`. */
function describeHolders(ports: readonly number[]): Promise<string[]> {
  return Promise.all(
    ports.map(async (port) => `${port} by ${await describePortHolder(await findPortHolder(port))}`),
  );
}
