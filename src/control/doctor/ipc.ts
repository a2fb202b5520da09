import { findSocketHolder } from '../../platform/processes/port-holder.js';
import { ipcPath } from '../../platform/sockets/ipc-folder.js';
import { probeSocket } from '../../platform/sockets/private-socket.js';
import { IPC_NAMES } from '../../protocol/rpc/ipc.js';
import { type Check, ok, problem } from './finding.js';

/** Checks that games find the server over IPC, and names other servers that they find before it. */
export const ipc: Check = {
  name: 'ipc',
  isForDaemonsOnly: true,
  async run({ daemon }) {
    if (daemon === null) return [];
    if (daemon.ipc === null) return [ok('off')];
    const { folder, path } = daemon.ipc;
    const before = IPC_NAMES.slice(0, path === null ? undefined : IPC_NAMES.indexOf(nameOf(path)));
    const others = await describeOthers(folder, before);
    if (path !== null) return [ok(others === '' ? path : `${path}, after ${others}`)];
    const reason = others === '' ? 'the log has the reason' : others;
    return [
      problem('ipc_unavailable', `no socket of RPC over IPC in ${folder}: ${reason}`, {
        hint: 'Close other chat clients, or make the folder writable, and restart the daemon; --no-ipc turns it off.',
      }),
    ];
  },
};

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

/** The servers of other programs, e.g. `discord-ipc-0 by Discord (pid 812)`. */
async function describeOthers(folder: string, names: readonly string[]): Promise<string> {
  const described: string[] = [];
  for (const name of names) {
    const path = ipcPath(folder, name);
    if ((await probeSocket(path)) !== 'answering') continue;
    const holder = await findSocketHolder(path);
    described.push(
      `${name} by ${holder === null ? 'another program' : `${holder.name} (pid ${holder.pid})`}`,
    );
  }
  return described.join(', ');
}
