import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import type { Declared } from '../protocol/declaration/declared.js';
import { describeViolation, type InputReader, inputReader } from '../protocol/declaration/input-reader.js';
import type { PathParameters } from '../protocol/declaration/path-template.js';
import type { Routed } from '../protocol/declaration/route-table.js';
import { type Validator, validator } from '../protocol/schema.js';
import type { Caller } from './caller.js';
import type { ControlContext, ServiceContext } from './context.js';
import { ControlError, type ControlErrorCode } from './errors.js';

/** Where an operation is served: to the command line alone, or to the console page too if the page needs it. */
export type Access = 'cli' | 'cli-and-page';

/** What any operation may answer: the request is malformed or not allowed, or the daemon failed. */
export const COMMON_ERRORS: readonly ControlErrorCode[] = [
  'invalid',
  'unauthorized',
  'forbidden',
  'internal',
];

/** What a handler gets of one request. */
export interface Call<Path extends string, Body, Context = ControlContext> {
  readonly control: Context;
  readonly caller: Caller;
  readonly params: PathParameters<Path>;
  readonly body: Body;
  /** aborted when the caller has gone */
  readonly signal: AbortSignal;
}

/** Sends an item of a stream. @param kind `droppable`: it is dropped while the caller does not read what was sent */
export type Emit<Item> = (item: Item, kind?: 'droppable') => void;

/** Everything about an operation that is data, whether its reply is a single one or a stream. */
export interface OperationData<Path extends string> extends Declared<Access, ControlErrorCode>, Routed {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: Path;
  /** the largest body in bytes, where it is not the usual one */
  readonly bodyBytes?: number;
}

/** One thing that can be asked of the daemon: declared once, served to the CLI and, if it says so, to the console. */
export interface Operation<Path extends string, Body, Reply, Context = ControlContext>
  extends OperationData<Path> {
  readonly kind: 'single';
  readonly readBody: InputReader<Body>;
  readonly reply: Validator<Reply>;
  invoke(request: RawRequest<Context>): Promise<Reply>;
}

/** The same with a reply that continues: items one after another until either side ends it. */
export interface StreamOperation<Path extends string, Body, Item, Context = ControlContext>
  extends OperationData<Path> {
  readonly kind: 'stream';
  readonly readBody: InputReader<Body>;
  readonly item: Validator<Item>;
  /** resolves when there is nothing more to come; only what fails before the first item becomes an error reply */
  invoke(request: RawRequest<Context>, emit: Emit<Item>): Promise<void>;
}

export type AnyOperation<Context = ControlContext> =
  | Operation<string, unknown, unknown, Context>
  | StreamOperation<string, unknown, unknown, Context>;

/** An operation that `guildhall api` serves as well. */
export type ServiceOperation = Operation<string, unknown, unknown, ServiceContext>;

/** A request as it came over the wire: nothing in it is checked yet. */
export interface RawRequest<Context = ControlContext> {
  readonly control: Context;
  readonly caller: Caller;
  readonly params: unknown;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

type Declaration<
  Path extends string,
  Body extends TSchema,
  Reply extends TSchema,
  Context,
> = OperationData<Path> & {
  readonly body: Body;
  readonly reply: Reply;
  handle(call: Call<Path, Static<Body>, Context>): Promise<Static<Reply>> | Static<Reply>;
};

/** Declares an operation of the daemon. */
export const operation = declareFor<ControlContext>();

/** Declares an operation that needs the service alone, which `guildhall api` serves as well. */
export const serviceOperation = declareFor<ServiceContext>();

function declareFor<Context>() {
  return <Path extends string, Body extends TSchema, Reply extends TSchema>({
    body,
    reply,
    handle,
    ...data
  }: Declaration<Path, Body, Reply, Context>): Operation<Path, Static<Body>, Static<Reply>, Context> => {
    const readBody = bodyReader(body);
    return {
      ...data,
      kind: 'single',
      readBody,
      reply: validator(reply),
      invoke: async (request) => handle(toCall<Path, Static<Body>, Context>(readBody, request)),
    };
  };
}

/** Declares an operation whose reply is a stream of items. */
export function streamOperation<Path extends string, BodySchema extends TSchema, ItemSchema extends TSchema>({
  body,
  item,
  handle,
  ...data
}: OperationData<Path> & {
  readonly body: BodySchema;
  readonly item: ItemSchema;
  handle(call: Call<Path, Static<BodySchema>>, emit: Emit<Static<ItemSchema>>): Promise<void>;
}): StreamOperation<Path, Static<BodySchema>, Static<ItemSchema>> {
  const readBody = bodyReader(body);
  return {
    ...data,
    kind: 'stream',
    readBody,
    item: validator(item),
    invoke: async (request, emit) =>
      handle(toCall<Path, Static<BodySchema>, ControlContext>(readBody, request), emit),
  };
}

/** A missing body counts as an empty one. @throws {ControlError} invalid */
function bodyReader<BodySchema extends TSchema>(schema: BodySchema): InputReader<Static<BodySchema>> {
  const read = inputReader(schema, {
    refuse: (violations) => new ControlError('invalid', describeViolation('body', violations)),
  });
  return (body) => read(body ?? {});
}

function toCall<Path extends string, Body, Context>(
  readBody: InputReader<Body>,
  { control, caller, params, body, signal }: RawRequest<Context>,
): Call<Path, Body, Context> {
  // The router matched this very path: its parameters are there, as strings.
  return { control, caller, signal, params: params as PathParameters<Path>, body: readBody(body) };
}

/** The body of operations that take none. */
export const NoBody = Type.Object({});
