import type { CrossOriginUse } from '../origin-check.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** how pages of other origins may use the route; not at all by default */
    readonly crossOriginUse?: CrossOriginUse;
  }
}

/** The `config` of a route that pages of other origins may use. */
export function allowCrossOrigin(crossOriginUse: CrossOriginUse): {
  readonly crossOriginUse: CrossOriginUse;
} {
  return { crossOriginUse };
}
