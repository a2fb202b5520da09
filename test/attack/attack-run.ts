import { writeFileSync } from 'node:fs';
import { finalStateLines, tableHead, tableLine, toJson, totalLine } from './run/report.js';
import { runAttack } from './run/run-attack.js';
import { SCENARIOS } from './scenarios/index.js';

/**
 * `npm run attack` runs this: attacks a daemon, prints a table and exits with 1 if the daemon failed a requirement.
 *
 * ATTACK_MINUTES: duration, by default the short form. ATTACK_SEED: repeats the same choices. ATTACK_SCENARIOS: only those whose
 * names contain one of these texts. ATTACK_REPORT: path of the JSON report.
 */
const { ATTACK_MINUTES, ATTACK_SEED, ATTACK_SCENARIOS = '', ATTACK_REPORT } = process.env;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const wanted = ATTACK_SCENARIOS.split(' ');
const isRoot = process.getuid?.() === 0;
const chosen = SCENARIOS.filter(({ name }) => wanted.some((text) => name.includes(text)));
const scenarios = chosen.filter(({ attacker }) => isRoot || attacker !== 'other user');
for (const { name } of chosen.filter((each) => !scenarios.includes(each))) {
  say(`skipped: ${name} (needs root)`);
  if (process.env.CI === 'true') process.exitCode = 1;
}
const seed = Number(ATTACK_SEED ?? 1);
const minutes = ATTACK_MINUTES === undefined ? null : Number(ATTACK_MINUTES);
say(tableHead());
const report = await runAttack({ scenarios, minutes, seed, onPhase: (phase) => say(tableLine(phase)) });
say(totalLine(report.phases));
for (const line of [...finalStateLines(report.finalState), ...report.violations]) say(line);
if (ATTACK_REPORT !== undefined) writeFileSync(ATTACK_REPORT, toJson(report));
if (report.violations.length > 0) process.exitCode = 1;
