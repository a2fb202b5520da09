/** The declarations that documents, types and the reference are made from. The sources must be built. */

/** Commands, events, errors, limits and objects of RPC, and the version of the program. */
export async function rpcDeclarations() {
  const { COMMANDS } = await import('../../../dist/rpc/commands/index.js');
  const { RPC_EVENTS } = await import('../../../dist/rpc/events/index.js');
  const { RPC_ERRORS } = await import('../../../dist/protocol/rpc/errors.js');
  const { RPC_CLOSES } = await import('../../../dist/protocol/rpc/close-codes.js');
  const { RPC_PORTS } = await import('../../../dist/protocol/rpc/ports.js');
  const { RPC_LIMITS } = await import('../../../dist/rpc/limits.js');
  const { RPC_OBJECTS } = await import('../../../dist/protocol/rpc/named-schemas.js');
  const { VERSION } = await import('../../../dist/platform/version.js');
  const { definitions, withReferences } = await schemaReferences();
  return {
    objects: definitions(RPC_OBJECTS),
    refer: (schema) => withReferences(schema, RPC_OBJECTS),
    commands: COMMANDS,
    events: RPC_EVENTS,
    errors: RPC_ERRORS,
    closes: RPC_CLOSES,
    ports: RPC_PORTS.map(String),
    limits: RPC_LIMITS,
    version: VERSION,
  };
}

/** Operations, errors and permissions of REST. */
export async function restDeclarations() {
  const { OPERATIONS } = await import('../../../dist/api/rest/operations.js');
  const { COMMON_ERRORS } = await import('../../../dist/api/rest/operation-errors.js');
  const { REST_ERRORS } = await import('../../../dist/protocol/rest/errors.js');
  const { PERMISSIONS, ELEVATED_PERMISSIONS } = await import('../../../dist/protocol/permissions.js');
  return {
    operations: OPERATIONS,
    errors: REST_ERRORS,
    common: COMMON_ERRORS,
    permissions: PERMISSIONS,
    elevated: ELEVATED_PERMISSIONS,
  };
}

/** The OpenAPI document of these operations. */
export async function openApiOf(operations, version) {
  const { openApiDocument } = await import('../../../dist/api/rest/openapi/openapi-document.js');
  const { BODIES } = await import('../../../dist/api/versions/v6/bodies/index.js');
  return openApiDocument(operations, BODIES, version);
}

/** Codes, events, objects and limits of the gateway. */
export async function gatewayDeclarations() {
  const { definitions, withReferences } = await schemaReferences();
  const { ALL_GATEWAY_OBJECTS, GATEWAY_OBJECTS } = await import(
    '../../../dist/protocol/gateway/named-schemas.js'
  );
  const { GATEWAY_EVENTS } = await import('../../../dist/protocol/gateway/events.js');
  const { GATEWAY_CLOSE_CODES, GATEWAY_OPCODES } = await import('../../../dist/protocol/gateway/opcodes.js');
  const { REPLAY_LIMITS } = await import('../../../dist/api/gateway/replay-limits.js');
  const { REST_LIMITS } = await import('../../../dist/api/core/limits.js');
  const own = new Set([...GATEWAY_OBJECTS.values()].map(({ name }) => name));
  const objects = Object.entries(definitions(ALL_GATEWAY_OBJECTS)).filter(([name]) => own.has(name));
  return {
    opcodes: GATEWAY_OPCODES,
    closes: GATEWAY_CLOSE_CODES,
    events: GATEWAY_EVENTS,
    objects: Object.fromEntries(objects),
    refer: (schema) => withReferences(schema, ALL_GATEWAY_OBJECTS),
    replay: REPLAY_LIMITS,
    quotas: REST_LIMITS,
  };
}

function schemaReferences() {
  return import('../../../dist/protocol/declaration/schema-references.js');
}
