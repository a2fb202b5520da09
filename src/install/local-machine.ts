import { execFile } from 'node:child_process';
import { rm, rmdir, stat } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { dirname, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFolder } from '../platform/files/create-folder.js';
import { isMissingFile, readFileIfExists, replaceFile } from '../platform/files/text-file.js';
import { type PathPart, partsOf } from '../platform/files/untrusted-part.js';
import type { CommandResult, FileEncoding, FileOwner, Machine, MachineUser } from './machine.js';

/** How long a command may take, in milliseconds: a service may need a minute to start. */
const COMMAND_TIMEOUT_MS = 180_000;

/** The operating system that this process runs on. */
export class LocalMachine implements Machine {
  readonly platform = process.platform;
  readonly user: MachineUser;

  constructor(readonly environment: NodeJS.ProcessEnv) {
    const { username, uid } = userInfo();
    this.user = { name: username, uid: uid === -1 ? null : uid, folder: homedir() };
  }

  async exists(path: string): Promise<boolean> {
    return (await this.owner(path)) !== null;
  }

  async owner(path: string): Promise<FileOwner | null> {
    try {
      return await stat(path);
    } catch {
      return null;
    }
  }

  parts(path: string): AsyncIterable<PathPart> {
    return partsOf(path);
  }

  readFile(path: string, encoding?: FileEncoding): Promise<string | null> {
    return readFileIfExists(path, encoding);
  }

  async writeFile(path: string, text: string, mode: number, encoding?: FileEncoding): Promise<void> {
    await createFolder(dirname(path), 0o755);
    await replaceFile(path, Buffer.from(text, encoding), mode);
  }

  async removeFile(path: string): Promise<void> {
    await rm(path, { force: true });
  }

  async removeTree(path: string): Promise<void> {
    await rm(path, { recursive: true, force: true });
  }

  async removeEmptyFolders(folder: string, end: string): Promise<void> {
    for (let next = folder; next.startsWith(`${end}${sep}`); next = dirname(next)) {
      try {
        await rmdir(next);
      } catch (error) {
        if (!isMissingFile(error)) return;
      }
    }
  }

  wait(ms: number): Promise<void> {
    return sleep(ms);
  }

  run(command: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<CommandResult> {
    const options = {
      env: { ...this.environment, ...environment, LC_ALL: 'C' },
      timeout: COMMAND_TIMEOUT_MS,
      windowsHide: true,
    };
    return new Promise((resolve) => {
      execFile(command, args, options, (error, stdout, stderr) => {
        if (error === null) resolve({ exitCode: 0, stdout, stderr });
        else if (isMissingFile(error)) resolve({ exitCode: null, stdout, stderr: `there is no ${command}` });
        else resolve({ exitCode: typeof error.code === 'number' ? error.code : 1, stdout, stderr });
      });
    });
  }
}
