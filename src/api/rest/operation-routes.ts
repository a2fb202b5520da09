import type { TObject, TSchema } from 'typebox';
import { decodePath, parseQuery, splitTarget } from '../../net/http/request-target.js';
import type { InputReader } from '../../protocol/declaration/input-reader.js';
import { parameterPlaces } from '../../protocol/declaration/path-template.js';
import { type Routed, RouteTable } from '../../protocol/declaration/route-table.js';
import type { LocatedFieldError } from '../../protocol/rest/field-errors.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import { isStorableText } from '../../protocol/storable-text.js';
import { RestError } from '../core/errors.js';
import { plainApiPath, versionNumberOf } from '../versions/api-path.js';
import type { BodyName } from '../versions/body-inputs.js';
import { schemaReader } from '../versions/schema-reader.js';
import type { ApiVersion } from '../versions/version.js';
import type { Operation, OperationData } from './operation.js';

/** The maximum length of a parameter of a path, in characters. */
export const MAX_PARAMETER = 256;

/**
 * Targets that are remembered for each method, and as many again that were requested before them; and the maximum length of one,
 * in characters. One takes about a kilobyte, even if it is not requested again.
 */
const MAX_KNOWN = 256;
const MAX_KNOWN_LENGTH = 256;

/** What the method and the target of a request mean, for every caller. */
export interface OperationRoute {
  readonly endpoint: Endpoint;
  readonly version: ApiVersion;
  /** the ids and other parameters of the path, and the query; null if `refusal` says why they are not valid */
  readonly input: RouteInput | null;
  readonly refusal: unknown;
  readonly bucket: string;
}

/** The targets of a method that were requested recently. */
interface KnownTargets {
  recent: Map<string, OperationRoute>;
  /** those before the recent ones */
  older: Map<string, OperationRoute>;
}

export interface RouteInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
}

/**
 * Finds the operation of a request and reads its path and query. Remembers targets, because programs request the same
 * ones again and again.
 */
export class OperationRoutes {
  readonly #table: RouteTable<Endpoint>;
  /** by method; the maps by target */
  readonly #known = new Map<string, KnownTargets>();

  /** @param versions by the number in requests */
  constructor(
    operations: readonly Operation[],
    private readonly versions: ReadonlyMap<string, ApiVersion>,
  ) {
    this.#table = new RouteTable(operations.map((operation) => new Endpoint(operation)));
  }

  /**
   * @param method HEAD is answered by the operation of GET
   * @param target as in the request line: `/api/v6/guilds/1?x=y`
   * @returns null if it is for no operation, or too long
   */
  find(method: string, target: string): OperationRoute | null {
    const targets = this.#known.get(method);
    const known = targets?.recent.get(target);
    if (known !== undefined) return known;
    const route = targets?.older.get(target) ?? this.#read(method === 'HEAD' ? 'GET' : method, target);
    if (route !== null && target.length <= MAX_KNOWN_LENGTH) this.#remember(method, target, route);
    return route;
  }

  /** The methods of the operations of a path without a version, e.g. `/api/guilds`; empty if there are none. */
  methodsAt(path: string): string[] {
    return path.startsWith('/api/') ? this.#table.methodsAt(path.slice('/api'.length)) : [];
  }

  #remember(method: string, target: string, route: OperationRoute): void {
    const targets = this.#known.get(method) ?? { recent: new Map(), older: new Map() };
    if (targets.recent.size >= MAX_KNOWN) {
      targets.older = targets.recent;
      targets.recent = new Map();
    }
    targets.recent.set(target, route);
    this.#known.set(method, targets);
  }

  #read(method: string, target: string): OperationRoute | null {
    const { path: versioned, query } = splitTarget(target);
    const path = plainApiPath(versioned);
    const version = this.versions.get(versionNumberOf(target));
    const segments = path.startsWith('/api/') ? decodePath(path.slice('/api'.length)) : null;
    if (version === undefined || segments === null) return null;
    const endpoint = this.#table.find(method, segments);
    if (endpoint === null || segments.some(({ length }) => length > MAX_PARAMETER)) return null;
    const params = endpoint.parametersOf(segments);
    const shared = { endpoint, version, bucket: endpoint.bucketOf(params) };
    try {
      const input = { params: readParams(params), query: endpoint.readQuery(parseQuery(query)) };
      return { ...shared, input, refusal: null };
    } catch (refusal) {
      return { ...shared, input: null, refusal };
    }
  }
}

const MAJOR_PARAMETERS: ReadonlySet<string> = new Set(['guild_id', 'channel_id']);

/** Parameters of which each value belongs to one guild. */
const GUILD_PARAMETERS: ReadonlySet<string> = new Set(['guild_id', 'channel_id', 'invite_code']);

/** An operation with what every request for it needs, prepared once. */
export class Endpoint implements Routed {
  readonly method: string;
  readonly path: string;
  readonly readQuery: InputReader<unknown>;
  readonly readBody: BodyReader;
  /** the parameter of the path that says which guild an operation is for; null: it is for none */
  readonly guildParameter: string | null;
  /** headers of every reply, names and values in turn */
  readonly headers: readonly string[];
  readonly #parameters: ReturnType<typeof parameterPlaces>;
  readonly #route: string;

  constructor(readonly operation: Operation) {
    const { method, path, sendsSecrets, hasPage } = operation;
    this.method = method;
    this.path = path;
    this.readQuery = queryReader(operation);
    this.readBody = bodyReader(operation);
    this.headers = [
      // Pragma is for HTTP/1.0 caches.
      ...(sendsSecrets ? ['cache-control', 'no-store', 'pragma', 'no-cache'] : []),
      ...(hasPage ? ['vary', 'Accept'] : []),
    ];
    this.#parameters = parameterPlaces(path);
    this.guildParameter = this.#parameters.find(({ key }) => GUILD_PARAMETERS.has(key))?.key ?? null;
    this.#route = `${method} ${path}`;
  }

  /** The parameters of a path that matches, by key. @param segments see `splitPath` */
  parametersOf(segments: readonly string[]): Record<string, string> {
    const parameters: Record<string, string> = {};
    for (const { key, index } of this.#parameters) parameters[key] = segments[index] ?? '';
    return parameters;
  }

  /** Maps refused fields to their path in the body of a version. */
  wirePath({ bodies }: ApiVersion): ApiVersion['bodies'][BodyName]['wirePath'] | undefined {
    const { body } = this.operation;
    return typeof body === 'string' ? bodies[body].wirePath : undefined;
  }

  /** The bucket of a request, for which each caller has a quota: the route with the guild or channel it is for. */
  bucketOf(parameters: Readonly<Record<string, string>>): string {
    const [major] = this.#parameters;
    if (major?.index !== 1 || !MAJOR_PARAMETERS.has(major.key)) return this.#route;
    return `${this.#route} ${parameters[major.key]}`;
  }
}

/** Checks the ids in the path, and that the rest can be stored. */
function readParams(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const wrong: LocatedFieldError[] = [];
  for (const name in params) {
    const value = params[name] ?? '';
    if (!isStorableText(value)) throw new RestError('BAD_REQUEST');
    if (!name.endsWith('_id') || isSnowflake(value)) continue;
    wrong.push({ path: [name], code: 'NUMBER_TYPE_COERCE', message: 'Value is not snowflake.' });
  }
  if (wrong.length > 0) throw new RestError('INVALID_FORM_BODY', wrong);
  return params;
}

/** Creates the reader of an operation's query, whose values arrive as text. */
function queryReader({ query }: OperationData): InputReader<unknown> {
  if (query === null) return () => null;
  const check = schemaReader(query);
  return (input) => check(coerceQuery(query, input));
}

/** Validates a body in the format of a version; returns a function that converts it to terms of the domain. */
export type BodyReader = (input: unknown, version: ApiVersion) => () => unknown;

/**
 * Creates the reader of an operation's body. A missing body is read as an empty object, because some clients send none.
 */
export function bodyReader({ body }: OperationData): BodyReader {
  if (body === null) return () => () => null;
  if (typeof body === 'string') return (input, { bodies }) => bodies[body].read(input ?? {});
  const check = schemaReader(body);
  return (input) => {
    const value = check(input ?? {});
    return () => value;
  };
}

function coerceQuery(schema: TObject, input: unknown): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  if (typeof input !== 'object' || input === null) return query;
  const given = new Map<string, unknown>(Object.entries(input));
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = given.get(name);
    if (typeof value === 'string' && !isStorableText(value)) throw new RestError('BAD_REQUEST');
    if (value !== undefined) query[name] = coerce(property, value);
  }
  return query;
}

function coerce(schema: TSchema, value: unknown): unknown {
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'integer' && typeof value === 'string' && /^-?[0-9]{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
