import { relative, sep } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endWithParent } from '../parent.mjs';
import { findLeaks, takeSnapshot } from './leaks.mjs';
import { COMPILED, hasOwnProcess } from './test-files.mjs';

// node --test-reporter=… load-files.mjs FILE…: runs test files one after another in this process. Each is a suite: its hooks
// run before and after its own tests. A file that leaves something behind fails, unless the process is its own.

endWithParent();

const loaded = [];
let open = () => {};
/** A suite begins once all modules are there: what a module does when it is loaded is not a leak of the file that runs. */
const allLoaded = new Promise((resolve) => {
  open = resolve;
});

for (const file of process.argv.slice(2)) {
  const name = relative(COMPILED, file).split(sep).join('/');
  describe(name, async () => {
    let former;
    before(async () => {
      await allLoaded;
      former = takeSnapshot();
    });
    const load = import(pathToFileURL(file).href);
    loaded.push(load);
    await load;
    // After the hooks of the file itself.
    after(async () => {
      const leaks = sharesProcess(name) ? await findLeaks(former) : [];
      if (leaks.length > 0) throw new Error(`left behind: ${leaks.join('; ')}`);
    });
  });
}
await Promise.allSettled(loaded);
open();

/** Whether a file is one of the project's that does not ask for a process of its own. */
function sharesProcess(name) {
  return name.startsWith('..') || !hasOwnProcess(name);
}
