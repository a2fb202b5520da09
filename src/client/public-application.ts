import type { Application } from '../protocol/objects/application.js';

/** Reduces an application to its public fields. */
export function toPublicApplication({ description, icon, id, rpc_origins, name }: Application): Application {
  return { description, icon, id, rpc_origins, name };
}
