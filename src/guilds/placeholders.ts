import { refuseField } from './refusal.js';

/** What was made of a list of a request, and which placeholder stands for which of it. */
export interface Made<Thing> {
  readonly made: readonly Thing[];
  readonly byPlaceholder: ReadonlyMap<string, Thing>;
}

/**
 * Makes each thing of a list of a request.
 *
 * @param field where the list is in the request
 * @throws {Refusal} INVALID_FORM_BODY for a placeholder that is given twice
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
