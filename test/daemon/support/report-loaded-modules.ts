import { writeFileSync } from 'node:fs';

// Loaded into a daemon with `node --import`: SIGUSR2 writes the modules of Node.js that it has loaded to the file that
// GUILDHALL_TEST_REPORT names.
const path = process.env.GUILDHALL_TEST_REPORT;
process.on('SIGUSR2', () => {
  const { moduleLoadList } = process as { moduleLoadList?: readonly string[] };
  if (path !== undefined) writeFileSync(path, JSON.stringify(moduleLoadList));
});
