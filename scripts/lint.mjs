import { checkStyle, checkTypes } from './lib/check-code.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { runScript } from './lib/run.mjs';

// npm run lint: everything that can be found out about the code without running it.
await runScript(async () => {
  await installDependencies();
  checkStyle();
  checkTypes();
});
