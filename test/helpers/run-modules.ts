import { runProcess } from '#guildhall/cli/run-process.js';

// The CLI as the modules in `dist`, not as its bundle: for tests that change one of its modules.
await runProcess();
