import { spawnSync } from 'node:child_process';
import { has, run, say } from './run.mjs';

/**
 * Debian packages the tests use, each with what is left out without it. Where a name changed over releases, the newer follows.
 * Those with `isLong` are for `npm run test:all` alone, those with `part` for one part of it, because they are large.
 */
const PACKAGES = [
  { names: ['xvfb'], program: 'Xvfb', tests: 'key capture under X11' },
  { names: ['xdotool'], program: 'xdotool', tests: 'key capture under X11' },
  { names: ['umockdev'], program: 'umockdev-run', tests: 'mocked HID and input devices' },
  { names: ['pulseaudio'], program: 'pulseaudio', tests: 'sound devices' },
  { names: ['pulseaudio-utils'], program: 'pactl', tests: 'sound devices' },
  { names: ['libasound2', 'libasound2t64'], tests: 'sound devices' },
  { names: ['libasound2-plugins'], tests: 'sound devices' },
  { names: ['libopus0'], tests: 'sound by the Opus library of the system' },
  { names: ['libspeexdsp1'], tests: 'echo cancellation, noise suppression and gain control' },
  { names: ['nftables'], program: 'nft', tests: 'voice packets that a filter drops' },
  { names: ['espeak-ng'], program: 'espeak-ng', tests: 'spoken sentences' },
  { names: ['sox'], program: 'sox', tests: 'measurements of sound' },
  { names: ['iproute2'], program: 'ss', tests: 'marks of packets' },
  { names: ['libusb-1.0-0'], tests: 'HID devices' },
  { names: ['libxkbcommon0'], tests: 'key names by the layout' },
  { names: ['weston'], program: 'weston', tests: 'key names under Wayland' },
  { names: ['chromium'], program: 'chromium', tests: 'the console in a real browser' },
  {
    names: ['chromium-headless-shell'],
    program: 'chromium-headless-shell',
    tests: 'pages in a real browser',
  },
  { names: ['fonts-roboto-unhinted'], tests: 'screenshots of the console' },
  { names: ['fonts-dejavu-core'], tests: 'screenshots of the console' },
  { names: ['dbus', 'dbus-daemon'], program: 'dbus-daemon', tests: 'desktop notifications' },
  { names: ['dbus-bin', 'dbus'], program: 'dbus-monitor', tests: 'desktop notifications' },
  { names: ['nats-server'], program: 'nats-server', tests: 'the bus of a cluster' },
  { names: ['zsh'], program: 'zsh', tests: 'completions of the shells' },
  { names: ['fish'], program: 'fish', tests: 'completions of the shells' },
  { names: ['mandoc'], program: 'mandoc', tests: 'the manual page' },
  { names: ['groff-base'], program: 'groff', tests: 'the manual page' },
  { names: ['lintian'], isLong: true, program: 'lintian', tests: 'the Debian package' },
  { names: ['postgresql'], tests: 'the store in PostgreSQL' },
  { names: ['curl'], program: 'curl', tests: 'commands of documents' },
  { names: ['jq'], program: 'jq', tests: 'commands of documents' },
  { names: ['python3-websocket'], tests: 'the example in Python' },
  {
    names: ['openjdk-17-jdk-headless', 'default-jdk-headless'],
    program: 'javac',
    tests: 'the example in Java',
  },
  { names: ['clang-format'], program: 'clang-format', tests: 'the format of native code' },
  { names: ['g++'], program: 'g++', tests: 'native code under sanitizers' },
  {
    names: ['g++-mingw-w64-x86-64-posix'],
    isLong: true,
    program: 'x86_64-w64-mingw32-g++-posix',
    tests: 'native code for Windows',
  },
  { names: ['nsis'], isLong: true, program: 'makensis', tests: 'the installer for Windows' },
  { names: ['zip'], isLong: true, program: 'zip', tests: 'the packages for Windows' },
  { names: ['unzip'], isLong: true, program: 'unzip', tests: 'the packages for Windows' },
  { names: ['wine64'], isLong: true, tests: 'what runs on Windows' },
  {
    names: ['qemu-system-x86'],
    isLong: true,
    program: 'qemu-system-x86_64',
    tests: 'devices with a real kernel (the lab)',
  },
  {
    names: ['mmdebstrap'],
    isLong: true,
    program: 'mmdebstrap',
    tests: 'devices with a real kernel (the lab)',
  },
  { names: ['cpio'], isLong: true, program: 'cpio', tests: 'devices with a real kernel (the lab)' },
  { names: ['retroarch'], part: 'games', program: 'retroarch', tests: 'presence of RetroArch' },
  { names: ['supertuxkart'], part: 'games', program: 'supertuxkart', tests: 'presence of SuperTuxKart' },
  { names: ['xfce4-panel'], part: 'console', program: 'xfce4-panel', tests: 'the tray icon in a panel' },
  { names: ['mono-mcs'], part: 'kits', program: 'mcs', tests: 'the kit for C#' },
  { names: ['mono-runtime'], part: 'kits', program: 'mono', tests: 'the kit for C#' },
  { names: ['e2fsprogs'], isLong: true, program: 'mke2fs', tests: 'a machine that boots twice (the lab)' },
];

/**
 * Installs what the tests need on a Debian where this person may; elsewhere says what is left out.
 *
 * @param {object} options
 * @param {readonly string[]} options.parts parts of `npm run test:all` that run; none: `npm test`
 */
export function installSystemPackages({ parts }) {
  const packages = PACKAGES.filter(({ isLong = false, part = null }) =>
    part === null ? parts.length > 0 || !isLong : parts.includes(part),
  );
  if (!has('dpkg-query') || !has('apt-get')) return sayLeftOut(packages, 'this system has no apt-get');
  const missing = packages.filter(({ names }) => !names.some(isInstalled));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) return sayLeftOut(packages, 'only root may install packages');
  say('the tests use Debian packages that are missing here; apt-get installs them now:');
  for (const { names, tests } of missing) process.stdout.write(`  ${names[0].padEnd(28)} ${tests}\n`);
  const environment = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const hint = 'Install the packages by hand, or run the tests that use none: npm run test:quick';
  run('apt-get', ['update', '-qq'], hint, environment);
  const unknown = missing.filter(({ names, part }) => part !== undefined && !names.some(isKnown));
  if (unknown.length > 0) sayLeftOut(unknown, 'this release has no such package');
  const names = missing
    .filter((one) => !unknown.includes(one))
    .map((one) => one.names.find(isKnown) ?? one.names[0]);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], hint, environment);
}

function sayLeftOut(packages, reason) {
  const absent = packages.filter(({ program }) => program !== undefined && !isOnPath(program));
  for (const { names, tests } of absent)
    say(`${names[0]} is missing and not installed (${reason}): no tests of ${tests}`);
}

function isInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['--list', name], { encoding: 'utf8' });
  return /^ii /m.test(stdout);
}

function isKnown(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
  return /Candidate: (?!\(none\))/.test(stdout);
}

function isOnPath(program) {
  return (
    spawnSync(process.platform === 'win32' ? 'where' : 'which', [program], { stdio: 'ignore' }).status === 0
  );
}
