import type { Command } from 'commander';
import { endCapture } from '../../control/operations/capture.js';
import { toIsolatedText } from '../../platform/text/visible-text.js';
import { captureInTerminal, limitOption } from '../support/capture-in-terminal.js';
import type { AddCommand, Invocation } from '../support/invocation.js';

interface CaptureOptions {
  readonly stop?: boolean;
  readonly for?: number;
}

/**
 * `guildhall capture`: captures one shortcut and prints what CAPTURE_SHORTCUT would send; `--stop` ends an
 * application's capture.
 */
export const addCapture: AddCommand = (program, run) => {
  program
    .command('capture')
    .description('capture one shortcut: press a combination and release it')
    .option('--stop', 'end the capture of an application instead')
    .addOption(limitOption())
    .action((options: CaptureOptions, command: Command) =>
      run(command, (invocation) =>
        options.stop === true ? stopCapture(invocation) : capture(invocation, options.for ?? null),
      ),
    );
};

async function stopCapture({ daemon, result }: Invocation): Promise<void> {
  const text = ({ application }: { application: { name: string } }) =>
    `${toIsolatedText(application.name)} stopped recording keys`;
  result(await daemon.call(endCapture, {}, {}), text);
}

async function capture(invocation: Invocation, seconds: number | null): Promise<void> {
  const shortcut = await captureInTerminal(invocation, seconds);
  invocation.result({ shortcut }, () => JSON.stringify({ shortcut }));
}
