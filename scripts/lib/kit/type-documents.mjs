import { gatewayTypes } from './gateway-types.mjs';
import { restTypes } from './rest-types.mjs';
import { rpcTypes } from './rpc-types.mjs';

const FOLDER = 'src/kit/types';

/**
 * The files of types that are generated from the declarations, as they should be.
 *
 * @param {object} rpc commands, events, errors and objects of RPC
 * @param {object} openApi the OpenAPI document of REST
 * @param {object} gateway events and objects of the gateway
 * @returns {{ path: string, text: string }[]}
 */
export function typeDocuments(rpc, openApi, gateway) {
  const restObjects = openApi.components.schemas;
  return [
    { path: `${FOLDER}/rpc.ts`, text: rpcTypes({ ...rpc, restObjects }) },
    { path: `${FOLDER}/rest.ts`, text: restTypes(openApi) },
    { path: `${FOLDER}/gateway.ts`, text: gatewayTypes({ ...gateway, restObjects }) },
  ];
}
