import type { Static, TSchema } from 'typebox';
import { type Validator, validator } from '../protocol/schema.js';
import type { ControlContext } from './context.js';
import { ControlError } from './errors.js';

/** The names in a path: `/apps/:id/testers` has `id`. */
type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
export type Parameters<Path extends string> = Readonly<Record<ParameterNames<Path>, string>>;

/** What a handler gets of one request. */
export interface Call<Path extends string, Body> {
  readonly control: ControlContext;
  readonly params: Parameters<Path>;
  readonly body: Body;
  /** aborted when the caller has gone */
  readonly signal: AbortSignal;
}

interface Route<Path extends string, Body> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: Path;
  /** whether the console page may use it too; what it does not need is for the command line alone */
  readonly page: boolean;
  readonly body: Validator<Body>;
  /** the largest body in bytes, where it is not the usual one */
  readonly bodyBytes?: number | undefined;
}

/** One thing that can be asked of the daemon: declared once, served to the CLI and, if `page`, to the console. */
export interface Operation<Path extends string, Body, Reply> extends Route<Path, Body> {
  readonly kind: 'single';
  readonly reply: Validator<Reply>;
  invoke(request: RawRequest): Promise<Reply>;
}

/** The same with a reply that goes on: items one after another until either side ends it. */
export interface StreamOperation<Path extends string, Body, Item> extends Route<Path, Body> {
  readonly kind: 'stream';
  readonly item: Validator<Item>;
  /** resolves when there is nothing more to come; only what fails before the first item becomes an error reply */
  invoke(request: RawRequest, emit: (item: Item) => void): Promise<void>;
}

export type AnyOperation = Operation<string, unknown, unknown> | StreamOperation<string, unknown, unknown>;

/** A request as it came over the wire: nothing in it is checked yet. */
export interface RawRequest {
  readonly control: ControlContext;
  readonly params: unknown;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

interface Declaration<Path extends string, BodySchema extends TSchema> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: Path;
  readonly page: boolean;
  readonly body: BodySchema;
  readonly bodyBytes?: number;
}

/** Declares an operation. */
export function operation<Path extends string, BodySchema extends TSchema, ReplySchema extends TSchema>(
  declaration: Declaration<Path, BodySchema> & {
    readonly reply: ReplySchema;
    handle(call: Call<Path, Static<BodySchema>>): Promise<Static<ReplySchema>> | Static<ReplySchema>;
  },
): Operation<Path, Static<BodySchema>, Static<ReplySchema>> {
  const body = validator(declaration.body);
  return {
    ...route(declaration, body),
    kind: 'single',
    reply: validator(declaration.reply),
    invoke: async (request) => declaration.handle(checkedCall<Path, Static<BodySchema>>(body, request)),
  };
}

/** Declares an operation whose reply is a stream of items. */
export function streamOperation<Path extends string, BodySchema extends TSchema, ItemSchema extends TSchema>(
  declaration: Declaration<Path, BodySchema> & {
    readonly item: ItemSchema;
    handle(call: Call<Path, Static<BodySchema>>, emit: (item: Static<ItemSchema>) => void): Promise<void>;
  },
): StreamOperation<Path, Static<BodySchema>, Static<ItemSchema>> {
  const body = validator(declaration.body);
  return {
    ...route(declaration, body),
    kind: 'stream',
    item: validator(declaration.item),
    invoke: async (request, emit) =>
      declaration.handle(checkedCall<Path, Static<BodySchema>>(body, request), emit),
  };
}

function route<Path extends string, Body>(
  declaration: Declaration<Path, TSchema>,
  body: Validator<Body>,
): Route<Path, Body> {
  const { method, path, page, bodyBytes } = declaration;
  return { method, path, page, body, bodyBytes };
}

function checkedCall<Path extends string, Body>(
  body: Validator<Body>,
  request: RawRequest,
): Call<Path, Body> {
  const value = request.body ?? {};
  const [violation] = body.violations(value);
  if (violation !== undefined) {
    throw new ControlError('invalid', `${['body', ...violation.path].join('.')}: ${violation.message}`);
  }
  if (!body.is(value)) throw new ControlError('invalid', 'The body is not as it should be.');
  const { control, signal } = request;
  // The router matched this very path: its names are there, as strings.
  return { control, signal, params: request.params as Parameters<Path>, body: value };
}

/** Puts values in the place of a path's parameters. */
export function fillPath<Path extends string>(path: Path, params: Parameters<Path>): string {
  const values: Readonly<Record<string, string>> = params;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
