import { lstat, readdir, readFile } from 'node:fs/promises';
import { describeHolder, findSocketHolder } from '../../platform/processes/port-holder.js';
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
    const found = await findEarlierSockets(folder, path);
    const others = found.map(({ description }) => description).join(', ');
    const foreign = found.find(({ uid }) => isForeign(uid));
    if (path !== null && foreign !== undefined) {
      return [
        problem(
          'ipc_unavailable',
          `programs find ${foreign.description}, of the user ${foreign.uid}, before ${path}`,
          {
            hint: 'What games show and the secrets by which others join them go there. Have it removed, or start the daemon and the games with XDG_RUNTIME_DIR set to a folder of your own.',
          },
        ),
      ];
    }
    if (path !== null) {
      const linked = daemon.ipc.links ?? [];
      const sandboxed =
        platform === 'linux' && linked.length === 0 ? await findSandboxedGames(environment) : [];
      const parts = [
        path,
        ...(others === ''
          ? []
          : [`after ${others}, which programs that try the sockets in order reach first`]),
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

interface OtherServer {
  /** e.g. `discord-ipc-0 by Discord (pid 812)` */
  readonly description: string;
  /** whose socket it is; null if the system does not tell, as of named pipes */
  readonly uid: number | null;
}

/** Whether a server is of a user who is neither this one nor root. */
function isForeign(uid: number | null): boolean {
  return uid !== null && uid !== 0 && uid !== process.getuid?.();
}

/** The servers of other programs. @param path only those before this socket; null: all */
export async function findEarlierSockets(folder: string, path: string | null): Promise<OtherServer[]> {
  const found: OtherServer[] = [];
  for (const name of IPC_NAMES.slice(0, path === null ? undefined : IPC_NAMES.indexOf(nameOf(path)))) {
    const socket = ipcPath(folder, name);
    if ((await probeSocket(socket)) !== 'answering') continue;
    const holder = await findSocketHolder(socket);
    const description = `${name} by ${holder === null ? 'another program' : await describeHolder(holder)}`;
    const uid = process.platform === 'win32' ? null : ((await lstat(socket).catch(() => null))?.uid ?? null);
    found.push({ description, uid });
  }
  return found;
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
