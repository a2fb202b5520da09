import { runScript, StepError, say } from './lib/run.mjs';
import { setUp } from './lib/set-up.mjs';
import { whyNoFreshRoot, withFreshRoot } from './lib/stopwatch/fresh-root.mjs';
import { ROUTES } from './lib/stopwatch/routes.mjs';

// npm run stopwatch [-- TEXT…]: measures how long it takes on a fresh Debian, as root, until an application receives READY:
// from the installation of each package, from `git clone`, and from a second clone. TEXT selects some by name.

await runScript(async () => {
  const reason = whyNoFreshRoot();
  if (reason !== null) throw new StepError(`the stopwatch cannot run: ${reason}`);
  const wanted = process.argv.slice(2);
  await setUp();
  for (const { name, packages, prepare, run } of ROUTES) {
    if (wanted.length > 0 && !wanted.some((text) => name.includes(text))) continue;
    const seconds = await withFreshRoot(packages, async (root) => {
      await prepare(root);
      return run(root);
    });
    say(`${name}: ${seconds.map((each) => `${each.toFixed(1)} s`).join(', then ')}`);
  }
});
