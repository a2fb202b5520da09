/**
 * The parameters of a path template by the keys that handlers use: `/guilds/{guild.id}/members/{user.id}` has `guild_id`
 * and `user_id`.
 */
export type PathParameters<Path extends string> = string extends Path
  ? Readonly<Record<string, string>>
  : { readonly [Key in ParameterKeys<Path>]: string };
type ParameterKeys<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? KeyOf<Name> | ParameterKeys<Rest>
  : never;
type KeyOf<Name extends string> = Name extends `${infer Left}.${infer Right}` ? `${Left}_${Right}` : Name;

const PARAMETER = /\{([^}]+)\}/g;

/** The names of a template's parameters as written, e.g. `guild.id`. */
export function parameterNames(template: string): string[] {
  return [...template.matchAll(PARAMETER)].map(([, name = '']) => name);
}

/** The keys of a template's parameters with the index of their segment: `guild_id` of `/guilds/{guild.id}` is at 1. */
export function parameterPlaces(template: string): { readonly key: string; readonly index: number }[] {
  const segments = template.split('/').slice(1);
  return segments.flatMap((segment, index) =>
    parameterNames(segment).map((name) => ({ key: keyOf(name), index })),
  );
}

/** The parameters of a path that matches a template, by key. @param segments of the path, see `splitPath` */
export function readParameters(template: string, segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(parameterPlaces(template).map(({ key, index }) => [key, segments[index] ?? '']));
}

/** A template without parameter names: templates of the same shape match the same paths. */
export function shapeOf(template: string): string {
  return template.replaceAll(PARAMETER, '{}');
}

/** Fills in the parameters of a template, percent-encoded. */
export function fillPath<Path extends string>(template: Path, parameters: PathParameters<Path>): string {
  const values: Readonly<Record<string, string>> = parameters;
  return template.replaceAll(PARAMETER, (_, name: string) => encodeURIComponent(values[keyOf(name)] ?? ''));
}

function keyOf(name: string): string {
  return name.replaceAll('.', '_');
}
