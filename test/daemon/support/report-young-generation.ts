import { writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';

// Loaded into a daemon with `node --import`: SIGUSR2 writes the size of the space for new objects, in bytes, to the file
// that GUILDHALL_TEST_REPORT names.
const path = process.env.GUILDHALL_TEST_REPORT;
process.on('SIGUSR2', () => {
  const newSpace = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  if (path !== undefined) writeFileSync(path, JSON.stringify(newSpace?.space_size));
});
