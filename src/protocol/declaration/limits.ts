/** A configurable limit. */
export interface DeclaredLimit {
  /** its key in `config.toml`, e.g. `rpc_max_connections` */
  readonly key: string;
  readonly default: number;
  /** what it limits, with its unit, and what happens beyond it; shown in the documentation */
  readonly summary: string;
}

/** The limits of one server by name. */
export type DeclaredLimits<Name extends string = string> = Readonly<Record<Name, DeclaredLimit>>;

/** The values of a group of limits. */
export type LimitsOf<Limits extends DeclaredLimits> = { readonly [Name in keyof Limits]: number };

/** Reads the value of each limit of a group. */
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

/** The default values of a group of limits. */
export function defaultsOf<Name extends string>(
  limits: DeclaredLimits<Name>,
): LimitsOf<DeclaredLimits<Name>> {
  return readLimits(limits, (limit) => limit.default);
}
