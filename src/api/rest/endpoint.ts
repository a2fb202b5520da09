import type { InputReader } from '../../protocol/declaration/input-reader.js';
import { parameterPlaces } from '../../protocol/declaration/path-template.js';
import type { Routed } from '../../protocol/declaration/route-table.js';
import type { BodyName } from '../versions/body-inputs.js';
import type { ApiVersion } from '../versions/version.js';
import type { Operation } from './operation.js';
import { type BodyReader, bodyReader, queryReader } from './read-input.js';

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
