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

/** The path of a socket, or of a named pipe. */
export function ipcPath(folder: string, name: string): string {
  return folder === PIPES ? `${PIPES}\\${name}` : `${folder.replace(/\/+$/, '')}/${name}`;
}
