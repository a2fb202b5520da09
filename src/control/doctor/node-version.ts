import { type Check, ok, problem } from './finding.js';

const OLDEST = { major: 20, minor: 17 };

/** Checks the version of Node.js. */
export const nodeVersion: Check = {
  name: 'node',
  run({ nodeVersion: version }) {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isNew = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
    if (isNew) return [ok(`Node.js ${version}`)];
    return [
      problem('node_too_old', `Node.js ${version} is too old`, {
        hint: `Install Node.js ${OLDEST.major}.${OLDEST.minor} or newer.`,
      }),
    ];
  },
};
