import assert from 'node:assert/strict';
import { RPC_ERRORS } from '#guildhall/protocol/rpc/errors.js';
import { COMMON_ERRORS } from '#guildhall/rpc/command.js';
import { COMMANDS } from '#guildhall/rpc/commands/index.js';
import type { Frame } from './rpc-client.js';

/** Every refusal of a command must be one that the command declares: the documentation lists no others. */
export function assertDeclaredError({ cmd, evt, data }: Frame): void {
  const command = evt === 'ERROR' && cmd !== null ? COMMANDS.get(cmd) : undefined;
  if (command === undefined) return;
  const declared = [...COMMON_ERRORS, ...command.errors].map((name): unknown => RPC_ERRORS[name]);
  assert.ok(declared.includes(data?.code), `${cmd} does not declare that it answers ${JSON.stringify(data)}`);
}
