'use strict';

const { existsSync, openSync, readSync, closeSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

/** How much of a program is read to find its interpreter, in bytes: program headers come first. */
const HEAD_BYTES = 4096;

/**
 * The name of what native modules are compiled for: `linux-x64-glibc`, `linux-x64-musl`, `darwin-arm64`.
 *
 * @param {{ platform: string, arch: string, execPath: string }} [runtime]
 */
function platformName({ platform, arch, execPath } = process) {
  return platform === 'linux' ? `${platform}-${arch}-${libcOf(execPath)}` : `${platform}-${arch}`;
}

/** The C library of a program, by the interpreter that it names. */
function libcOf(program) {
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(program, 'r');
  try {
    readSync(file, head, 0, HEAD_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return head.includes('/ld-musl-') ? 'musl' : 'glibc';
}

/**
 * Loads a native module of the package that was compiled for this platform, architecture and C library.
 *
 * @param {string} file e.g. `guildhall.node`
 * @throws {Error} if none was, if the package has lost it, or the dynamic loader's error
 */
function loadPrebuilt(file) {
  const name = platformName();
  const path = join(__dirname, name, file);
  if (existsSync(path)) return require(path);
  // As the error of `require`, for which programs say what to do.
  if (existsSync(join(__dirname, name)))
    throw Object.assign(new Error(`Cannot find module ${path}`), { code: 'MODULE_NOT_FOUND' });
  const names = readdirSync(__dirname).filter((entry) => !entry.includes('.'));
  throw new Error(
    `this package has native modules for ${names.join(', ')} and none for ${name}; make one on such a system: npm run package`,
  );
}

module.exports = { loadPrebuilt, platformName };
