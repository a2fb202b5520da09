import { resolve } from 'node:path';
import type { Command } from 'commander';
import { requireTrustedHome } from '../../control/doctor/home-owner.js';
import { UserError } from '../../platform/errors.js';
import { findProtectedPath } from '../../platform/files/changeable-folder.js';
import { createPrivateFile } from '../../platform/files/private-file.js';
import { isExistingFile } from '../../platform/files/text-file.js';
import { escapeHiddenInJson } from '../../platform/text/visible-text.js';
import type { AddCommand } from '../support/invocation.js';
import { createBundle, type SupportBundle } from './create-bundle.js';

/** `guildhall support-bundle`: writes what helps others to help, without secrets, for the person to read first. */
export const addSupportBundle: AddCommand = (program, run) => {
  program
    .command('support-bundle <file>')
    .description(
      'write versions, findings of doctor, settings and the log to a new file, without secrets and names',
    )
    .action((file: string, _options: unknown, command: Command) =>
      run(command, async (invocation) => {
        await requireTrustedHome(invocation.files.home, ['support-bundle', file]);
        const path = await findProtectedPath(resolve(file), 'the bundle');
        const bundle = await createBundle(invocation);
        await writeBundle(path, bundle);
        invocation.result(
          { file: path, sections: Object.keys(bundle) },
          () => `wrote ${path}\nIt is text: read it before you send it to somebody.`,
        );
      }),
    );
};

/** @throws {UserError} if the file exists */
async function writeBundle(path: string, bundle: SupportBundle): Promise<void> {
  const file = await createPrivateFile(path).catch((error: unknown) => {
    if (!isExistingFile(error)) throw error;
    throw new UserError(`${path} exists already`, 'Choose another name.');
  });
  try {
    await file.writeFile(`${escapeHiddenInJson(JSON.stringify(bundle, null, 2))}\n`);
  } finally {
    await file.close();
  }
}
