import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { missingModuleHint } from '../../platform/native/binding.js';
import { type Check, ok, problem, type Result } from './finding.js';

/** Shared libraries of the drivers, with the Debian package of each and what is missing without it. */
export const LIBRARIES = [
  { file: 'libasound.so.2', debian: 'libasound2', for: 'sound devices' },
  {
    file: 'libasound_module_pcm_pulse.so',
    debian: 'libasound2-plugins',
    for: 'sound through PulseAudio and PipeWire',
  },
  { file: 'libopus.so.0', debian: 'libopus0', for: 'fast encoding of voice' },
  {
    file: 'libspeexdsp.so.1',
    debian: 'libspeexdsp1',
    for: 'echo cancellation, noise suppression and gain control',
  },
  { file: 'libpulse.so.0', debian: 'libpulse0', for: 'stable ids of sound devices' },
  { file: 'libusb-1.0.so.0', debian: 'libusb-1.0-0', for: 'HID devices where hidraw is missing' },
  { file: 'libudev.so.1', debian: 'libudev1', for: 'detection of plugged-in devices' },
];

/** The search path of the loader on all distributions; folders named after a machine type are one level down. */
const ROOTS = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib'];

/** Checks for the shared libraries that drivers open at run time. */
export const libraries: Check = {
  name: 'libraries',
  isForDaemonsOnly: true,
  async run({ platform }) {
    if (platform === 'win32') return checkWindowsLibraries(dirname(process.execPath));
    if (platform !== 'linux') return [ok('part of the system')];
    const present = await presentFiles();
    const missing = LIBRARIES.filter((library) => !present.has(library.file));
    return missing.length > 0 ? missing.map(missingLibrary) : [ok('all there')];
  },
};

/** The libraries of the packages for Windows, with what is missing without each. */
const WINDOWS_LIBRARIES = [
  { file: 'opus.dll', for: 'fast encoding of voice' },
  { file: 'speexdsp.dll', for: 'echo cancellation, noise suppression and gain control' },
];

/** @param folder of the program, where Windows looks for them */
export function checkWindowsLibraries(folder: string): Result[] {
  const missing = WINDOWS_LIBRARIES.filter(({ file }) => !existsSync(join(folder, file)));
  if (missing.length === 0) return [ok('all there')];
  return missing.map(({ file, for: use }) =>
    problem('library_missing', `${file} is missing in ${folder}: no ${use}`, {
      hint: missingModuleHint('win32', true),
    }),
  );
}

function missingLibrary(library: (typeof LIBRARIES)[number]): Result {
  return problem('library_missing', `${library.file} is missing: no ${library.for}`, {
    hint: 'Install its package, which has this name on Debian and Ubuntu.',
    command: `sudo apt install ${library.debian}`,
  });
}

async function presentFiles(): Promise<Set<string>> {
  const files = new Set<string>();
  for (const root of ROOTS) {
    const names = await list(root);
    const nested = names.filter((name) => name.includes('-linux-'));
    for (const name of names) files.add(name);
    for (const folder of nested) {
      for (const name of await list(join(root, folder))) files.add(name);
      for (const name of await list(join(root, folder, 'alsa-lib'))) files.add(name);
    }
    for (const name of await list(join(root, 'alsa-lib'))) files.add(name);
  }
  return files;
}

function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
