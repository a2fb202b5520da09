import type { Decision } from '../../guilds/events.js';
import type { GatewayEventName } from '../../protocol/gateway/events.js';
import type { ApiVersion } from '../versions/version.js';
import type { OperationData } from './operation.js';

/**
 * Checks that a decision fires only events that its operation declares, so that the generated documentation is correct.
 */
export function requireDeclaredEvents(
  data: OperationData,
  { events }: Decision<unknown>,
  version: ApiVersion,
): void {
  requireDeclared(
    data,
    events.map(({ type }) => version.eventName(type)),
  );
}

/** @throws {UndeclaredEventError} if an operation fires an event that it does not declare */
export function requireDeclared({ name, fires }: OperationData, fired: readonly GatewayEventName[]): void {
  const undeclared = fired.find((event) => !fires.includes(event));
  if (undeclared !== undefined) throw new UndeclaredEventError(name, undeclared);
}

class UndeclaredEventError extends Error {
  override readonly name = 'UndeclaredEventError';

  constructor(operation: string, event: GatewayEventName) {
    super(`${operation} does not declare that it fires ${event}`);
  }
}
