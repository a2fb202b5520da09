/** The variables that name the folder of sockets, in the order in which clients of IPC look. */
const FOLDERS = ['XDG_RUNTIME_DIR', 'TMPDIR', 'TMP', 'TEMP'] as const;

/** What the path of a named pipe begins with. */
const PIPES = '\\\\?\\pipe';

/**
 * The folder where programs of this person look for sockets of RPC (docs/rpc.md, IPC). A variable that is empty counts as
 * missing.
 */
export function findIpcFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32') return PIPES;
  for (const name of FOLDERS) {
    const folder = environment[name];
    if (folder) return folder;
  }
  return '/tmp';
}

/**
 * The path of a socket, or of a named pipe. On Windows pipes are in no folder, so the path of one that was chosen is part of their
 * names.
 */
export function ipcPath(folder: string, name: string, platform: NodeJS.Platform = process.platform): string {
  if (folder === PIPES) return `${PIPES}\\${name}`;
  if (platform === 'win32') return `${PIPES}\\${join(folder.replaceAll('\\', '/'), name)}`;
  return join(folder, name);
}

function join(folder: string, name: string): string {
  return `${folder.replace(/\/+$/, '')}/${name}`;
}
