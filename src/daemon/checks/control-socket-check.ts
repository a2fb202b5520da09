import { lstat } from 'node:fs/promises';
import { type Check, ok, problem } from '../../control/doctor/finding.js';
import { homeFiles } from '../../platform/home.js';
import { toShellCommand } from '../../platform/text/shell-word.js';

/** Checks that nothing else has the path of the control socket. On Windows it is a file with the name of a pipe. */
export const controlSocketCheck: Check = {
  name: 'control socket',
  readsHome: true,
  async run({ home, platform }) {
    const { controlSocket } = homeFiles(home);
    const found = await lstat(controlSocket).catch(() => null);
    const isOwn = platform === 'win32' ? found?.isFile() : found?.isSocket();
    if (found === null || isOwn)
      return [
        ok(
          found === null ? 'its path is free' : `its path has a ${platform === 'win32' ? 'file' : 'socket'}`,
        ),
      ];
    return [
      problem(
        'control_socket_blocked',
        `${controlSocket} is not a ${platform === 'win32' ? 'file' : 'socket'}`,
        {
          hint: 'Move it away: the daemon creates its control socket there.',
          command: toShellCommand('mv', controlSocket, `${controlSocket}.old`),
        },
      ),
    ];
  },
};
