import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { SOURCES_STAMP } from '../../compile-project.mjs';
import { filesBelow, fingerprint, isBuiltFrom, markBuilt } from '../../files.mjs';
import { ROOT, say } from '../../run.mjs';
import { gatewayDeclarations, openApiOf, restDeclarations, rpcDeclarations } from '../declarations.mjs';
import { GUIDES, guidePath } from './guides.mjs';
import { referencePages } from './reference-pages.mjs';

const OUTPUT = `${ROOT}dist/kit/reference`;
const STAMP = `${OUTPUT}/.built`;

/** Makes the pages that the console serves under /docs from the declarations, to be called when `dist` is compiled. */
export async function buildReference() {
  const wanted = fingerprint([
    SOURCES_STAMP,
    ...filesBelow(`${ROOT}scripts/lib/docs`),
    ...GUIDES.map(guidePath),
  ]);
  if (isBuiltFrom(STAMP, wanted)) return;
  say('making the reference');
  const rpc = await rpcDeclarations();
  const { operations } = await restDeclarations();
  const openApi = await openApiOf(operations, rpc.version);
  const pages = referencePages({ rpc, openApi, gateway: await gatewayDeclarations() });
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(`${OUTPUT}/guides`, { recursive: true });
  for (const { file, text } of pages) writeFileSync(`${OUTPUT}/${file}`, text);
  markBuilt(STAMP, wanted);
}
