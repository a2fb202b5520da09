import { decodePath, parseQuery, splitTarget } from '../../net/http/request-target.js';
import { RouteTable } from '../../protocol/declaration/route-table.js';
import { plainApiPath, versionNumberOf } from '../versions/api-path.js';
import type { ApiVersion } from '../versions/version.js';
import { Endpoint } from './endpoint.js';
import type { Operation } from './operation.js';
import { readParams } from './read-input.js';

/** The maximum length of a parameter of a path, in characters. */
export const MAX_PARAMETER = 256;

/**
 * Targets that are remembered for each method, and as many again that were requested before them; and the maximum length of one,
 * in characters. One takes about a kilobyte, also when nobody requests it any more.
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

/** The targets of a method that were requested lately. */
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
