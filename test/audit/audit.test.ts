import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runAudit } from './audit.js';
import { countLines, toMarkdown, toText, verdictsOf, wrongResults } from './kernel/report.js';
import { KNOWN_FAULTS } from './known-faults.js';

const PAGE = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url));

test('every line of the specification has a verdict, and none is wrong', async (context) => {
  const tables = await runAudit();
  context.diagnostic(countLines(tables));
  const unknown = wrongResults(tables)
    .filter(({ line }) => !(line in KNOWN_FAULTS))
    .map(({ line, reason, received }) => ({ line, reason, received }));
  assert.deepEqual(unknown, [], toText(tables));

  const [now, page] = [toMarkdown(tables), await readFile(PAGE, 'utf8')].map(verdictsOf);
  assert.ok(now && page);
  assert.deepEqual([...page.keys()], [...now.keys()], 'docs/conformance.md is stale: npm run audit');
  const contradicts = (verdict: string | undefined) =>
    process.env.CI === 'true' ? verdict !== 'right' : verdict === 'wrong';
  const untrue = [...page].filter(([line, verdict]) => verdict === 'right' && contradicts(now.get(line)));
  assert.deepEqual(untrue, [], 'docs/conformance.md claims more than is true');
});
