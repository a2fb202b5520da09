import { firstLineOf, messageOf } from '../../platform/errors.js';
import { missingModuleHint } from '../../platform/native/binding.js';
import type { Unavailability } from '../drivers.js';

/** Libraries that drivers need, with the Debian packages that contain them; some were renamed in Debian 13. */
const PACKAGES: Readonly<Record<string, string>> = {
  'libasound.so.2': 'libasound2 (libasound2t64 from Debian 13 and Ubuntu 24.04 on)',
  'libpulse.so.0': 'libpulse0',
  'libX11.so.6': 'libx11-6',
  'libXrandr.so.2': 'libxrandr2',
  'libXt.so.6': 'libxt6 (libxt6t64 from Debian 13 and Ubuntu 24.04 on)',
  'libXtst.so.6': 'libxtst6',
  'libudev.so.1': 'libudev1',
  'libusb-1.0.so.0': 'libusb-1.0-0',
};

/** What is missing if a native library could not be loaded, according to the error. */
export function unavailabilityOf(
  error: unknown,
  platform: NodeJS.Platform = process.platform,
): Unavailability {
  const message = messageOf(error);
  const library = /(lib[\w.+-]+\.so[.\d]*): cannot open shared object file/.exec(message)?.[1];
  if (library !== undefined) {
    const holder = PACKAGES[library];
    return {
      reason: `${library} is missing`,
      hint: holder === undefined ? `Install the package that contains ${library}` : `apt install ${holder}`,
    };
  }
  if (/Cannot find (module|package)|No native build was found|Could not locate the bindings/.test(message)) {
    return {
      reason: 'its native module is not installed for this system',
      hint: missingModuleHint(platform),
    };
  }
  const isRefused = error instanceof Error && 'code' in error && error.code === 'ERR_DLOPEN_FAILED';
  const hint = isRefused && platform === 'win32' ? missingModuleHint(platform) : null;
  return { reason: firstLineOf(error), hint };
}
