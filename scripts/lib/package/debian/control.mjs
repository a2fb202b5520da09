/** The one architecture for which a Debian package is made. */
export const ARCHITECTURE = 'amd64';

/** Who maintains the package; the domain can never exist. */
export const MAINTAINER = 'The Guildhall authors <guildhall@packages.invalid>';

/** Without these the daemon or its sound driver does not start. Some were renamed in Debian 13. */
const DEPENDS = ['libgcc-s1', 'libstdc++6 (>= 10)', 'libasound2t64 | libasound2'];
/** Without these some hardware is not available, and `guildhall doctor` says which. */
const RECOMMENDS = [
  ...['libopus0', 'libspeexdsp1', 'libpulse0', 'libudev1', 'libusb-1.0-0', 'libxkbcommon0'],
  ...['libx11-6', 'libxi6', 'libxrandr2', 'libxt6t64 | libxt6', 'libxtst6'],
];

const DESCRIPTION = `local access for games and overlays to guilds, voice and devices
 Guildhall is a background daemon. Games, overlays and hardware tools connect
 to it on 127.0.0.1 and use a person's guilds, voice and devices as far as
 the person allows it in a web page on the same machine. It contains its own
 guild, OAuth2 and gateway service, and reads keyboards, mice, gamepads, HID
 and audio devices.
 .
 The package contains the version of Node.js that the daemon was tested with.
 Nothing runs until a person starts it.
`;

/** In Debian a version with a tilde is before the one without: 1.0.0~rc.1 is before 1.0.0. */
export function debianVersion(version) {
  return version.replace('-', '~');
}

/**
 * The control file.
 *
 * @param {{ version: string, glibc: string, installedKiB: number }} build `glibc` is the oldest version that works
 */
export function controlText({ version, glibc, installedKiB }) {
  const fields = {
    Package: 'guildhall',
    Version: debianVersion(version),
    Architecture: ARCHITECTURE,
    Maintainer: MAINTAINER,
    'Installed-Size': installedKiB,
    Depends: [`libc6 (>= ${glibc})`, ...DEPENDS].join(', '),
    Recommends: RECOMMENDS.join(', '),
    Section: 'net',
    Priority: 'optional',
    Description: DESCRIPTION,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${String(value).trimEnd()}\n`)
    .join('');
}
