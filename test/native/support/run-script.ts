import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Path of the compiled addon. */
export const ADDON = fileURLToPath(new URL('../../../build/Release/guildhall.node', import.meta.url));

export interface ScriptOptions {
  /** what the script runs through, e.g. a shell that sets limits first; Node and its arguments follow */
  readonly through?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** called with the process when it has written its first text to stdout; stdin ends then */
  readonly onFirstOutput?: (pid: number) => void;
}

export interface ScriptEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a CommonJS script, in which `addon` is the addon, in a Node process of its own. */
export async function runScript(script: string, options: ScriptOptions = {}): Promise<ScriptEnd> {
  const { through = [], environment = process.env, uid, gid, onFirstOutput } = options;
  const source = `const addon = require(${JSON.stringify(ADDON)});\n${script}`;
  const [command = process.execPath, ...args] = [...through, process.execPath, '-e', source];
  const child = spawn(command, args, {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  try {
    const end = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (onFirstOutput !== undefined) {
      await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
      onFirstOutput(child.pid ?? 0);
    }
    child.stdin.end();
    const [stdout, stderr, [code, signal]] = await end;
    return { code, signal, stdout, stderr };
  } finally {
    child.kill('SIGKILL');
  }
}
