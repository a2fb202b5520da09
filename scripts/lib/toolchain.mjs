import { has, StepError } from './run.mjs';

const OLDEST_NODE = { major: 20, minor: 17 };

const COMPILER_MENDS = {
  darwin: 'Install it with: xcode-select --install',
  win32: 'Install Visual Studio Build Tools with “Desktop development with C++”, and Python 3.',
};
const LINUX_MEND =
  'Install them, on Debian and Ubuntu with: apt install g++ make python3; on Fedora: dnf install gcc-c++ make python3';

/** @throws {StepError} if this Node.js is too old */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isNew = major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor);
  if (isNew) return;
  throw new StepError(
    `Node.js ${process.versions.node} is too old: Guildhall needs ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer (https://nodejs.org).`,
  );
}

/** @throws {StepError} if native code cannot be compiled here; Windows compilers are found by node-gyp alone */
export function requireCompiler() {
  if (process.platform === 'win32') return;
  const missing = [];
  if (!['c++', 'g++', 'clang++'].some((compiler) => has(compiler))) missing.push('a C++ compiler');
  if (!has('make')) missing.push('make');
  if (!['python3', 'python'].some((python) => has(python))) missing.push('Python 3');
  if (missing.length === 0) return;
  throw new StepError(
    `${missing.join(', ')} missing: native code is compiled here.\n${COMPILER_MENDS[process.platform] ?? LINUX_MEND}`,
  );
}
