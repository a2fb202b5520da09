import type { Static, TSchema } from 'typebox';
import type { Declared } from '../../protocol/declaration/declared.js';
import { describeViolation, type InputReader, inputReader } from '../../protocol/declaration/input-reader.js';
import { type RpcError, type RpcErrorName, rpcErrors } from '../../protocol/rpc/errors.js';
import type { Scope } from '../../protocol/scopes.js';
import type { CommandContext } from '../context.js';
import { hasScopes } from '../sessions/authorization.js';
import type { RpcSession } from '../sessions/session.js';

/**
 * Who may send a command: anyone who is connected, programs that are connected over IPC (for others it does not exist), or an
 * application with all of these scopes.
 */
export type Access =
  | 'anyone'
  | 'local'
  | {
      readonly scopes: readonly Scope[];
      /** whether a program that is connected over IPC needs none of them */
      readonly orLocal?: true;
    };

/** What a handler answers. */
type Answer<Data> = Data | RpcError;

/** What any command may be refused with. */
export const COMMON_ERRORS = ['UNKNOWN_ERROR', 'INVALID_PAYLOAD', 'INVALID_PERMISSIONS'] as const;

/** One command of docs/rpc.md's table, as its file in `commands/` declares it; `name` is its `cmd` on the wire. */
export interface CommandDeclaration<Args extends TSchema, Data extends TSchema>
  extends Declared<Access, RpcErrorName> {
  /** taken from applications that hold no connection and act for nobody, too */
  readonly withoutPerson?: true;
  /** whether a call needs no scopes because it only ends what this connection began; `args` are not checked yet */
  readonly endsOwn?: (context: CommandContext, args: unknown) => boolean;
  /** refuses what has an error code of its own before the arguments are checked. @throws {RpcError} */
  readonly checkFirst?: (args: unknown) => void;
  readonly args: Args;
  readonly data: Data;
  /**
   * @param evt the payload's `evt`, which SUBSCRIBE and UNSUBSCRIBE take
   * @returns the data of the reply, or why the command is refused: cheaper than throwing it, as functions below may
   */
  handle(
    context: CommandContext,
    args: Static<Args>,
    evt: string | null,
  ): Answer<Static<Data>> | Promise<Answer<Static<Data>>>;
}

/** A declared command, ready to run. */
export interface Command extends Omit<CommandDeclaration<TSchema, TSchema>, 'handle' | 'checkFirst'> {
  /** Checks the arguments, then runs it. @returns its data or an RpcError @throws {RpcError} */
  run(context: CommandContext, args: unknown, evt: string | null): unknown;
}

/** Declares a command. */
export function command<Args extends TSchema, Data extends TSchema>(
  declaration: CommandDeclaration<Args, Data>,
): Command {
  const readArguments = argumentsReader(declaration.args);
  return {
    ...declaration,
    run(context, given, evt) {
      declaration.checkFirst?.(given);
      return declaration.handle(context, readArguments(given), evt);
    },
  };
}

/** Whether a command exists for a session. */
export function isOffered({ access }: Command, { capabilities }: RpcSession): boolean {
  return access !== 'local' || capabilities.isLocal;
}

/** Why a session may not run a command: 4006; null if it may. */
export function findAccessRefusal(
  context: CommandContext,
  { access, endsOwn, withoutPerson }: Command,
  args: unknown,
): RpcError | null {
  const { clock, session } = context;
  if (session.capabilities.isLocal && isForLocal(access)) return null;
  if (!session.capabilities.hasPerson) {
    if (withoutPerson !== true || session.access === null) return rpcErrors.invalidPermissions();
    if (session.access === 'approved' || session.access === 'tester') return null;
    const { application, origin } = session;
    context.refusals.record({ reason: 'not-approved', applicationId: application.id, origin });
    return rpcErrors.notApproved();
  }
  if (access === 'anyone') return null;
  if (access !== 'local' && hasScopes(session, access.scopes, clock.now())) return null;
  return endsOwn?.(context, args) === true ? null : rpcErrors.invalidPermissions();
}

function isForLocal(access: Access): boolean {
  return access === 'local' || (access !== 'anyone' && access.orLocal === true);
}

/**
 * Makes the reader of a command's or an event's arguments; absent ones count as empty. Wrong ones are refused with 4000,
 * which says which argument is wrong and how, e.g. `args.volume: must be <= 200`.
 */
export function argumentsReader<Args extends TSchema>(schema: Args): InputReader<Static<Args>> {
  const read = inputReader(schema, {
    most: 1,
    refuse: (violations) => rpcErrors.invalidPayload(describeViolation('args', violations)),
  });
  return (args) => read(args ?? {});
}
