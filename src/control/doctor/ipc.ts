import { readdir, readFile } from 'node:fs/promises';
import { findSocketHolder } from '../../platform/processes/port-holder.js';
import { ipcPath } from '../../platform/sockets/ipc-folder.js';
import { probeSocket } from '../../platform/sockets/private-socket.js';
import { IPC_NAMES } from '../../protocol/rpc/ipc.js';
import { type Check, ok, problem } from './finding.js';

/** Checks that games find the server over IPC, and names other servers that they find before it. */
export const ipc: Check = {
  name: 'ipc',
  isForDaemonsOnly: true,
  async run({ daemon, environment, platform }) {
    if (daemon === null) return [];
    if (daemon.ipc === null) return [ok('off')];
    const { folder, path } = daemon.ipc;
    const before = IPC_NAMES.slice(0, path === null ? undefined : IPC_NAMES.indexOf(nameOf(path)));
    const others = await describeOthers(folder, before);
    if (path !== null) {
      const linked = daemon.ipc.links ?? [];
      const sandboxed =
        platform === 'linux' && linked.length === 0 ? await findSandboxedGames(environment) : [];
      const parts = [
        path,
        ...(others === '' ? [] : [`after ${others}`]),
        ...(linked.length === 0 ? [] : [`linked as ${linked.join(' and ')}`]),
        ...(sandboxed.length === 0 ? [] : [`${sandboxed.join(', ')} may need --ipc-links to find it`]),
      ];
      return [ok(parts.join(', '))];
    }
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

/** How many sandboxed games are named. */
const MAX_NAMED = 5;

/** Installed programs whose sandbox is declared to show the socket, by the names of Flatpak and Snap. */
async function findSandboxedGames({ HOME, XDG_DATA_HOME }: NodeJS.ProcessEnv): Promise<string[]> {
  const data = XDG_DATA_HOME || (HOME ? `${HOME}/.local/share` : null);
  const flatpaks = ['/var/lib/flatpak/app', ...(data === null ? [] : [`${data}/flatpak/app`])];
  const folders = [
    ...flatpaks.map((folder) => ({ folder, file: 'current/active/metadata' })),
    { folder: '/snap', file: 'current/meta/snap.yaml' },
  ];
  const found: string[] = [];
  for (const { file, folder } of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const declared = await readFile(`${folder}/${name}/${file}`, 'utf8').catch(() => '');
      if (found.length < MAX_NAMED && /discord-ipc-|com\.discordapp\.Discord|snap\.discord/.test(declared))
        found.push(name);
    }
  }
  return found;
}
