import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** Below the number of descriptors that are open, so that none can be opened, whatever is closed meanwhile. */
const FEW = 8;

/** Runs a task while this process cannot open any descriptor: no file, no connection, no process. Linux only. */
export async function withoutDescriptors<Result>(task: () => Promise<Result>): Promise<Result> {
  const limit = (most: string) => ['prlimit', `--nofile=${most}:`, '--pid', String(process.pid)];
  const { stdout } = await promisify(execFile)('sh', ['-c', `grep 'open files' /proc/${process.pid}/limits`]);
  const [, , , before = ''] = stdout.split(/\s+/);
  // It cannot be started while the limit holds.
  const lifting = spawn('sh', ['-c', `read _; exec ${limit(before).join(' ')}`], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const [command = '', ...args] = limit(String(FEW));
  await promisify(execFile)(command, args);
  try {
    return await task();
  } finally {
    lifting.stdin.end('\n');
    await once(lifting, 'exit');
  }
}
