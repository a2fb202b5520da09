import { refuseField } from './refusal.js';

/** The objects created from a list in a request, by placeholder. */
export interface Made<Thing> {
  readonly made: readonly Thing[];
  readonly byPlaceholder: ReadonlyMap<string, Thing>;
}

/**
 * Creates an object for each item of a list in a request.
 *
 * @param field location of the list in the request
 * @throws {Refusal} INVALID_FORM_BODY for a repeated placeholder
 */
export function withPlaceholders<Input extends { readonly placeholder?: string | undefined }, Thing>(
  field: string,
  inputs: readonly Input[],
  make: (input: Input, index: number) => Thing,
): Made<Thing> {
  const byPlaceholder = new Map<string, Thing>();
  const made = inputs.map((input, index) => {
    const thing = make(input, index);
    if (input.placeholder === undefined) return thing;
    if (byPlaceholder.has(input.placeholder)) {
      throw refuseField(
        [field, String(index), 'id'],
        'BASE_TYPE_CHOICES',
        'This placeholder is given twice.',
      );
    }
    byPlaceholder.set(input.placeholder, thing);
    return thing;
  });
  return { made, byPlaceholder };
}
