import { buildTests } from './lib/build.mjs';
import { runScript, StepError } from './lib/run.mjs';
import { runAttack, whyNoAttack } from './lib/run-attack.mjs';
import { setUp } from './lib/set-up.mjs';

// npm run attack [-- MINUTES|short [TEXT…]]: attacks a daemon on every loopback port, for ten minutes unless MINUTES says
// otherwise, while a canary measures how it serves honest clients. `short` tries each attack for half a second. TEXT
// selects attacks by name. ATTACK_SEED makes the same choices again.

const [length = '10', ...wanted] = process.argv.slice(2);

await runScript(async () => {
  const reason = whyNoAttack();
  if (reason !== null) throw new StepError(reason);
  if (length !== 'short' && !(Number(length) > 0))
    throw new StepError('MINUTES is a number above 0, or short');
  await setUp({ withTests: true });
  buildTests();
  process.exitCode = runAttack({ minutes: length === 'short' ? null : Number(length), wanted });
});
