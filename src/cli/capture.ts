import type { Command } from 'commander';
import { endCapture } from '../control/operations/capture.js';
import { toIsolatedText } from '../platform/visible-text.js';
import { captureInTerminal } from './support/capture-in-terminal.js';
import type { AddCommand, Invocation } from './support/invocation.js';

/**
 * `guildhall capture`: captures one shortcut and prints what CAPTURE_SHORTCUT would send; `--stop` ends an
 * application's capture.
 */
export const addCapture: AddCommand = (program, run) => {
  program
    .command('capture')
    .description('capture one shortcut: press a combination and release it')
    .option('--stop', 'end the capture of an application instead')
    .action((options: { stop?: boolean }, command: Command) =>
      run(command, options.stop === true ? stopCapture : capture),
    );
};

async function stopCapture({ daemon, result }: Invocation): Promise<void> {
  const text = ({ application }: { application: { name: string } }) =>
    `${toIsolatedText(application.name)} stopped recording keys`;
  result(await daemon.call(endCapture, {}, {}), text);
}

async function capture(invocation: Invocation): Promise<void> {
  const shortcut = await captureInTerminal(invocation);
  invocation.result({ shortcut }, () => JSON.stringify({ shortcut }));
}
