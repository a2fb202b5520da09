import { writeFile } from 'node:fs/promises';
import { runAudit } from './audit.js';
import { count, toMarkdown, toText } from './kernel/report.js';

const PAGE = new URL('../../docs/conformance.md', import.meta.url);

const tables = await runAudit();
console.log(toText(tables));
await writeFile(PAGE, toMarkdown(tables));
process.exitCode = count(tables, 'wrong') === 0 ? 0 : 1;
