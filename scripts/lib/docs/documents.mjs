import { readFileSync } from 'node:fs';
import { typeDocuments } from '../kit/type-documents.mjs';
import { ROOT } from '../run.mjs';
import { asyncApi } from './asyncapi.mjs';
import { cliReference } from './cli-reference.mjs';
import { controlReference } from './control-reference.mjs';
import { gatewayDeclarations, openApiOf, restDeclarations, rpcDeclarations } from './declarations.mjs';
import { gatewayReference } from './gateway-reference.mjs';
import { restReference } from './rest-reference.mjs';
import { rpcReference } from './rpc-reference.mjs';

const RPC_PAGE = 'docs/rpc.md';
const REST_PAGE = 'docs/rest.md';
const GATEWAY_PAGE = 'docs/gateway.md';
const CONTROL_PAGE = 'docs/control.md';
const CLI_PAGE = 'docs/cli.md';

/**
 * Every document that is made from the declarations, as it should be. The sources must be built.
 *
 * @returns {Promise<{ path: string, text: string }[]>} paths are relative to the checkout
 */
export async function documents() {
  const declared = await rpcDeclarations();
  const rest = await restDeclarations();
  const gateway = await gatewayDeclarations();
  const openApi = await openApiOf(rest.operations, declared.version);
  return [
    filledPage(RPC_PAGE, rpcReference(declared)),
    filledPage(GATEWAY_PAGE, gatewayReference(gateway)),
    { path: 'docs/asyncapi.json', text: `${JSON.stringify(asyncApi(declared), null, 2)}\n` },
    filledPage(REST_PAGE, restReference(rest, openApi.components.schemas)),
    { path: 'docs/openapi.json', text: `${JSON.stringify(openApi, null, 2)}\n` },
    ...typeDocuments(declared, openApi, gateway),
    filledPage(CONTROL_PAGE, controlReference(await controlDeclarations())),
    filledPage(CLI_PAGE, cliReference(await cliDeclarations())),
  ];
}

async function controlDeclarations() {
  const { OPERATIONS } = await import('../../../dist/control/operations/index.js');
  const { SERVICE_OPERATIONS } = await import('../../../dist/control/operations/service-operations.js');
  const { COMMON_ERRORS } = await import('../../../dist/control/operation.js');
  const { CONTROL_ERRORS } = await import('../../../dist/control/errors.js');
  return {
    operations: OPERATIONS,
    serviceOperations: SERVICE_OPERATIONS,
    errors: CONTROL_ERRORS,
    common: COMMON_ERRORS,
  };
}

async function cliDeclarations() {
  const { createProgram } = await import('../../../dist/cli/program.js');
  const { processTerminal } = await import('../../../dist/cli/support/terminal.js');
  const { describeCommand, flagText, listCallable, usageOf } = await import(
    '../../../dist/cli/reference/command-model.js'
  );
  const { EXAMPLES, EXIT_CODES, FILES, VARIABLES } = await import('../../../dist/cli/reference/facts.js');
  const program = describeCommand(createProgram(processTerminal(), async () => {}));
  const commands = listCallable(program);
  const facts = { examples: EXAMPLES, exitCodes: EXIT_CODES, variables: VARIABLES, files: FILES };
  return { program, commands, flagText, usageOf, ...facts };
}

/** A page written by hand, with the regions in it that are made. */
function filledPage(path, regions) {
  return { path, text: fillRegions(readFileSync(`${ROOT}${path}`, 'utf8'), regions) };
}

/** Replaces what stands between `<!-- made: NAME -->` and `<!-- end -->`; the rest is written by hand. */
function fillRegions(page, regions) {
  return page.replaceAll(
    /(<!-- made: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start, name, end) => `${start}\n${regions[name]}\n${end}`,
  );
}
