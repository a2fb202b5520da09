import { readFileSync } from 'node:fs';
import { ROOT } from '../run.mjs';
import { asyncApi } from './asyncapi.mjs';
import { controlReference } from './control-reference.mjs';
import { limitsText } from './limits-text.mjs';
import { restReference } from './rest-reference.mjs';
import { rpcReference } from './rpc-reference.mjs';
import { table } from './table.mjs';

const RPC_PAGE = 'docs/rpc.md';
const REST_PAGE = 'docs/rest.md';
const GATEWAY_PAGE = 'docs/gateway.md';
const CONTROL_PAGE = 'docs/control.md';

/**
 * Every document that is made from the declarations, as it should be. The sources must be built.
 *
 * @returns {Promise<{ path: string, text: string }[]>} paths are relative to the checkout
 */
export async function documents() {
  const declared = await declarations();
  return [
    filledPage(RPC_PAGE, rpcReference(declared)),
    filledPage(GATEWAY_PAGE, await gatewayReference()),
    { path: 'docs/asyncapi.json', text: `${JSON.stringify(asyncApi(declared), null, 2)}\n` },
    ...(await restDocuments(declared)),
    filledPage(CONTROL_PAGE, controlReference(await controlDeclarations())),
  ];
}

async function restDocuments({ version }) {
  const { OPERATIONS } = await import('../../../dist/api/rest/operations.js');
  const { openApiDocument } = await import('../../../dist/api/rest/openapi/openapi-document.js');
  const { COMMON_ERRORS } = await import('../../../dist/api/rest/operation-errors.js');
  const { BODIES } = await import('../../../dist/api/versions/v6/bodies/index.js');
  const { REST_ERRORS } = await import('../../../dist/protocol/rest/errors.js');
  const { PERMISSIONS, ELEVATED_PERMISSIONS } = await import('../../../dist/protocol/permissions.js');
  const declared = {
    operations: OPERATIONS,
    errors: REST_ERRORS,
    common: COMMON_ERRORS,
    permissions: PERMISSIONS,
    elevated: ELEVATED_PERMISSIONS,
  };
  return [
    filledPage(REST_PAGE, restReference(declared)),
    {
      path: 'docs/openapi.json',
      text: `${JSON.stringify(openApiDocument(OPERATIONS, BODIES, version), null, 2)}\n`,
    },
  ];
}

async function controlDeclarations() {
  const { OPERATIONS } = await import('../../../dist/control/operations/index.js');
  const { COMMON_ERRORS } = await import('../../../dist/control/operation.js');
  const { CONTROL_ERRORS } = await import('../../../dist/control/errors.js');
  return { operations: OPERATIONS, errors: CONTROL_ERRORS, common: COMMON_ERRORS };
}

async function gatewayReference() {
  const { GATEWAY_CLOSE_CODES, GATEWAY_OPCODES } = await import('../../../dist/protocol/gateway/opcodes.js');
  const { REPLAY_LIMITS } = await import('../../../dist/api/gateway/replay-limits.js');
  const { REST_LIMITS } = await import('../../../dist/api/rest/rate-limits/rest-limits.js');
  const namesOf = (codes) =>
    table(
      ['Code', 'Name'],
      Object.entries(codes).map(([name, code]) => [code, `\`${name}\``]),
    );
  return {
    opcodes: namesOf(GATEWAY_OPCODES),
    closes: namesOf(GATEWAY_CLOSE_CODES),
    replay: limitsText(REPLAY_LIMITS),
    quotas: limitsText(REST_LIMITS),
  };
}

async function declarations() {
  const { COMMANDS } = await import('../../../dist/rpc/commands/index.js');
  const { RPC_EVENTS } = await import('../../../dist/rpc/events/index.js');
  const { RPC_ERRORS } = await import('../../../dist/protocol/rpc/errors.js');
  const { RPC_CLOSES } = await import('../../../dist/protocol/rpc/close-codes.js');
  const { RPC_LIMITS } = await import('../../../dist/rpc/limits.js');
  const { VERSION } = await import('../../../dist/platform/version.js');
  return {
    commands: COMMANDS,
    events: RPC_EVENTS,
    errors: RPC_ERRORS,
    closes: RPC_CLOSES,
    limits: RPC_LIMITS,
    version: VERSION,
  };
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
