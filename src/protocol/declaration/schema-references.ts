import type { TSchema } from 'typebox';

/** An object that documents and generated types define once (docs/architecture.md, How a declaration is made). */
export interface NamedSchema {
  readonly name: string;
  /** a sentence */
  readonly summary: string;
}

export type NamedSchemas = ReadonlyMap<TSchema, NamedSchema>;

/** @param objects schemas with their summaries, by name */
export function namedSchemas(
  objects: Readonly<Record<string, readonly [schema: TSchema, summary: string]>>,
): NamedSchemas {
  return new Map(Object.entries(objects).map(([name, [schema, summary]]) => [schema, { name, summary }]));
}

/** Where a document defines its objects. */
const DEFINITIONS = '#/components/schemas/';

/** A schema as documents show it: the named schemas in it are replaced by references. */
export function withReferences(schema: TSchema, named: NamedSchemas): unknown {
  return new Referrer(named).referring(schema);
}

/** The named schemas themselves, by name, as a document defines them. */
export function definitions(named: NamedSchemas): Record<string, unknown> {
  const referrer = new Referrer(named);
  const entries = [...named].map(([schema, { name, summary }]) => [
    name,
    { description: summary, ...Object(referrer.inside(schema)) },
  ]);
  return Object.fromEntries(entries);
}

class Referrer {
  /** `Type.Optional` copies a schema: copies are recognized by their text, unless two named schemas have the same. */
  readonly #byText = new Map<string, NamedSchema | null>();

  constructor(private readonly named: NamedSchemas) {
    for (const [schema, name] of named) {
      const text = JSON.stringify(schema);
      this.#byText.set(text, this.#byText.has(text) ? null : name);
    }
  }

  referring(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const found = this.named.get(value) ?? this.#byText.get(JSON.stringify(value));
    return found ? { $ref: `${DEFINITIONS}${found.name}` } : this.inside(value);
  }

  inside(value: object): unknown {
    if (Array.isArray(value)) return value.map((item) => this.referring(item));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.referring(inner)]));
  }
}
