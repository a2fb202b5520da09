import type { Application } from '../../protocol/objects/application.js';

/** Whether an application registered an origin; null, a program without one, needs none. */
export function mayUseOrigin(
  { rpc_origins }: Pick<Application, 'rpc_origins'>,
  origin: string | null,
): boolean {
  return origin === null || rpc_origins.includes(origin);
}
