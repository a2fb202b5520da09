import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run, StepError, say } from '../run.mjs';
import { debianRelease, debianSources, kernelPackage, unpackPackage } from './debian.mjs';
import { packTree } from './pack-tree.mjs';
import { makeRepository } from './repository.mjs';

/** What the guest has besides Debian's essential packages. */
const PACKAGES = [
  ...['systemd-sysv', 'udev', 'kmod', 'dbus', 'libstdc++6', 'libasound2', 'libusb-1.0-0'],
  // Users' service managers.
  ...['libpam-systemd', 'dbus-user-session'],
  // What hints of doctor use.
  ...['sudo', 'systemd-timesyncd', 'pipewire-pulse'],
];
/** Packages that the guest can install without a network. */
const INSTALLABLE = ['libspeexdsp1'];
/** Left out of the guest: nobody reads it there, and every byte is unpacked at each boot. */
const LEFT_OUT = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*', '/usr/share/info/*'];
/** The kernel's modules for the devices of the lab, and for its disk. */
const MODULES = [
  ...['drivers/hid', 'drivers/input', 'sound'],
  ...['arch/x86/crypto', 'crypto', 'drivers/block/virtio_blk.ko', 'drivers/virtio', 'fs/ext4', 'fs/jbd2'],
  ...['fs/mbcache.ko', 'fs/overlayfs', 'lib'],
];
const CACHE = `${process.env.XDG_CACHE_HOME || `${homedir()}/.cache`}/guildhall-lab`;
const HINT = 'The image of the lab could not be made; what its tools say stands above.';

/**
 * The part of the virtual machine that does not change with the project: Debian and its kernel. It is made once and
 * kept outside the project, under a name that says what it was made from.
 *
 * @returns {{kernel: string, archive: string}} the kernel, and its first file system as a cpio archive
 */
export function baseImage() {
  const wanted = imageFolder();
  if (wanted !== null && existsSync(wanted)) return filesOf(wanted);
  // Packages of a list that is too old are no longer there to download.
  run('apt-get', ['update', '-qq'], HINT);
  const folder = imageFolder();
  if (folder === null) throw new StepError(`apt knows no kernel of Debian.\n${HINT}`);
  if (!existsSync(folder)) build(folder);
  return filesOf(folder);
}

/** Where the image lies that is made of what apt knows; null if it knows no kernel. */
function imageFolder() {
  const kernel = kernelPackage();
  if (kernel === null) return null;
  const hash = createHash('sha256');
  const made = [import.meta.url, new URL('repository.mjs', import.meta.url)].map((file) =>
    readFileSync(new URL(file)),
  );
  for (const input of [...made, debianSources(), kernel]) hash.update(input).update('\0');
  return join(CACHE, hash.digest('hex').slice(0, 16));
}

function filesOf(folder) {
  return { kernel: join(folder, 'vmlinuz'), archive: join(folder, 'base.cpio') };
}

function build(folder) {
  say('making the image of the lab from Debian packages, which takes a minute');
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(`${CACHE}/new-`);
  try {
    installDebian(`${work}/root`, work);
    addKernel(`${work}/root`, work);
    makeRepository(INSTALLABLE, `${work}/root/opt/repository`);
    mkdirSync(`${work}/image`);
    packTree(`${work}/root`, `${work}/image/base.cpio`);
    copyFileSync(`${work}/vmlinuz`, `${work}/image/vmlinuz`);
    // Only a whole image gets its name, and of two that are made at a time the later one.
    rmSync(folder, { recursive: true, force: true });
    renameSync(`${work}/image`, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function installDebian(root, work) {
  writeFileSync(`${work}/sources.list`, `${debianSources()}\n`);
  const leftOut = [...LEFT_OUT.map((path) => `--dpkgopt=path-exclude=${path}`)];
  const flags = [
    '--quiet',
    '--variant=minbase',
    '--mode=root',
    `--include=${PACKAGES.join(',')}`,
    ...leftOut,
  ];
  run('mmdebstrap', [...flags, debianRelease(), root, `${work}/sources.list`], HINT);
}

function addKernel(root, work) {
  const unpacked = `${work}/kernel`;
  mkdirSync(unpacked);
  unpackPackage(kernelPackage(), unpacked);
  const [version] = readdirSync(`${unpacked}/lib/modules`);
  const from = `${unpacked}/lib/modules/${version}`;
  const to = `${root}/usr/lib/modules/${version}`;
  for (const part of MODULES) cpSync(`${from}/kernel/${part}`, `${to}/kernel/${part}`, { recursive: true });
  for (const list of ['modules.order', 'modules.builtin', 'modules.builtin.modinfo']) {
    copyFileSync(`${from}/${list}`, `${to}/${list}`);
  }
  run('chroot', [root, 'depmod', version], HINT);
  copyFileSync(`${unpacked}/boot/vmlinuz-${version}`, `${work}/vmlinuz`);
}
