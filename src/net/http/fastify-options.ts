import type { FastifyServerOptions } from 'fastify';

/**
 * Options of every Fastify server. Inputs are read by the declarations of operations (docs/architecture.md, How a declaration
 * is made) and routes have no schemas, so Fastify's own compilers of schemas are not loaded: they take 10 ms of each start.
 */
export const FASTIFY_OPTIONS = {
  exposeHeadRoutes: false,
  /** `serveAllowedPeers` answers invalid requests in their turn; Fastify would do so at once. */
  clientErrorHandler: () => {},
  schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
} as const satisfies FastifyServerOptions;

function refuseSchemas(): never {
  throw new TypeError('routes have no schemas');
}
