import { parseArgs } from 'node:util';
import { requireWindowsTools } from './lib/package/windows/make-windows-packages.mjs';
import { ROOT, runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run package: makes packages for npm and Debian, or for Windows, a list of what is in them, and checksums, in dist-packages/.
//   --windows     for Windows on x64: a zip file, an installer, and manifests for winget and Scoop, cross-compiled with mingw-w64
//   --as-built    takes the native modules of this checkout instead of compiling them in an old Debian: the packages then
//                 need a system as new as this one
//   --version V   instead of the version in package.json
//   --output DIR  instead of dist-packages/

const VERSION = /^\d+\.\d+\.\d+(?:-[0-9a-z.]+)?$/;

await runScript(async () => {
  const { 'as-built': isAsBuilt, windows: isForWindows, version, output } = readFlags();
  if (version !== undefined && !VERSION.test(version)) throw new StepError('--version is like 1.2.3');
  if (isForWindows) requireWindowsTools();
  await setUp();
  // It uses what is built.
  const { makePackages } = await import('./lib/package/make-packages.mjs');
  const names = await makePackages({ output, version, isAsBuilt, isForWindows });
  say(`made in ${output}: ${names.join(', ')}`);
});

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        windows: { type: 'boolean', default: false },
        'as-built': { type: 'boolean', default: false },
        version: { type: 'string' },
        output: { type: 'string', default: `${ROOT}dist-packages` },
      },
    });
    return values;
  } catch (error) {
    throw new StepError(error.message);
  }
}
