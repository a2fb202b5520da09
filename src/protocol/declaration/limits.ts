/** A number that bounds what clients may ask for, and that the configuration can change. */
export interface DeclaredLimit {
  /** its key in `config.toml`, e.g. `rpc_max_connections` */
  readonly key: string;
  readonly default: number;
  /** what it bounds, with its unit, and what happens to more; the documentation shows it */
  readonly summary: string;
}

/** The limits of one server by name. */
export type DeclaredLimits<Name extends string = string> = Readonly<Record<Name, DeclaredLimit>>;

/** What each limit of a group is set to. */
export type LimitsOf<Limits extends DeclaredLimits> = { readonly [Name in keyof Limits]: number };

/** Gives each limit of a group the value that `read` finds for it. */
export function readLimits<Name extends string>(
  limits: DeclaredLimits<Name>,
  read: (limit: DeclaredLimit) => number,
): LimitsOf<DeclaredLimits<Name>>;
export function readLimits(
  limits: DeclaredLimits,
  read: (limit: DeclaredLimit) => number,
): LimitsOf<DeclaredLimits> {
  return Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, read(limit)]));
}

/** The limits of a group as they are unless the configuration says otherwise. */
export function defaultsOf<Name extends string>(
  limits: DeclaredLimits<Name>,
): LimitsOf<DeclaredLimits<Name>> {
  return readLimits(limits, (limit) => limit.default);
}
