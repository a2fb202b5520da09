import assert from 'node:assert/strict';
import { RPC_ERRORS, type RpcErrorName } from '#guildhall/protocol/rpc/errors.js';
import { COMMANDS } from '#guildhall/rpc/commands/index.js';
import { COMMON_ERRORS } from '#guildhall/rpc/dispatch/command.js';
import { RPC_EVENTS } from '#guildhall/rpc/events/index.js';
import type { Frame } from './rpc-client.js';

/** Every refusal of a command must be one that the command declares: the documentation lists no others. */
export function assertDeclaredError(frame: Frame): void {
  const command = COMMANDS.get(frame.cmd ?? '');
  // Over a WebSocket it does not exist.
  if (command?.access === 'local' && frame.data?.code === RPC_ERRORS.INVALID_COMMAND) return;
  if (command !== undefined) assertAmong(command.errors, frame, command.name);
}

/** The same of the refusal of a subscription, which the event declares. */
export function assertDeclaredOfEvent(frame: Frame, evt: string | undefined): void {
  const event = RPC_EVENTS.get(evt ?? '');
  if (event?.access === 'local' && frame.data?.code === RPC_ERRORS.INVALID_EVENT) return;
  if (event !== undefined) assertAmong(event.errors, frame, event.name);
}

function assertAmong(errors: readonly RpcErrorName[], { evt, data }: Frame, name: string): void {
  if (evt !== 'ERROR') return;
  const declared = [...COMMON_ERRORS, ...errors].map((error): unknown => RPC_ERRORS[error]);
  assert.ok(declared.includes(data?.code), `${name} does not declare ${JSON.stringify(data)}`);
}
