import type { Application } from '../protocol/objects/application.js';

/** Only what everybody may know of an application, whatever else the service sent along. */
export function toPublicApplication({ description, icon, id, rpc_origins, name }: Application): Application {
  return { description, icon, id, rpc_origins, name };
}
