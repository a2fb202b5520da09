import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '#guildhall/platform/text/parse-json.js';
import { TestDaemon } from '../../helpers/daemon.js';
import { eventually } from '../../helpers/eventually.js';
import { onlyPosix } from '../../helpers/only-on.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';

/** Options of tests that read a report: it is requested by a signal. */
export const posix = { skip: onlyPosix('there are no signals on Windows') };

/**
 * What a module that is loaded into a daemon reports about it once it serves.
 *
 * @param name of the module in this folder; on SIGUSR2 it writes JSON to the file that GUILDHALL_TEST_REPORT names
 */
export async function readReport(name: string): Promise<unknown> {
  let read: unknown;
  await withTemporaryFolder(async (folder) => {
    const report = join(folder, 'report.json');
    const preload = new URL(`./${name}.js`, import.meta.url).href;
    const environment = { NODE_OPTIONS: `--import=${preload}`, GUILDHALL_TEST_REPORT: report };
    const daemon = await TestDaemon.start({ environment });
    try {
      daemon.process.kill('SIGUSR2');
      read = await eventually(() => readFile(report, 'utf8').then(parseJson, () => undefined));
    } finally {
      await daemon.stop();
    }
  });
  return read;
}
