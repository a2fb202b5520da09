/**
 * The fields of a schema as lines of a table: path, type, bounds. What is nested follows what it is nested in, e.g.
 * `input.volume`, `devices[].id`.
 */
export function fieldRows(schema, prefix = '') {
  const object = objectWithin(schema);
  if (object === null) return [];
  const required = new Set(object.required ?? []);
  return Object.entries(object.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const own = {
      path: required.has(name) ? path : `${path}?`,
      type: typeText(field),
      bounds: boundsText(field),
    };
    return [own, ...fieldRows(field, `${path}${isArray(field) ? '[]' : ''}.`)];
  });
}

/** A schema in words, e.g. `string or null`, `array of objects`, `0, 1, 2 or 3`. */
export function typeText(schema) {
  const types = variants(schema).map((variant) => {
    if (variant.enum !== undefined) return list(variant.enum.map((value) => JSON.stringify(value)));
    if (variant.const !== undefined) return JSON.stringify(variant.const);
    if (variant.type === 'array') return `array of ${plural(typeText(variant.items ?? {}))}`;
    return variant.type ?? 'anything';
  });
  return list([...new Set(types)]);
}

function boundsText(schema) {
  const [bounded = {}] = variants(schema);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = bounded;
  return [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
  ]
    .filter((text) => text !== '')
    .join(', ');
}

function range(least, most, unit) {
  if (least === undefined && most === undefined) return '';
  if (least === undefined) return `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}

/** The object whose fields are a schema's: itself, the one variant that is one, or what an array holds. */
function objectWithin(schema) {
  for (const variant of variants(schema)) {
    if (variant.type === 'object') return variant;
    if (variant.type === 'array') return objectWithin(variant.items ?? {});
  }
  return null;
}

function isArray(schema) {
  return variants(schema).some(({ type }) => type === 'array');
}

function variants(schema) {
  return schema.anyOf?.flatMap(variants) ?? [schema];
}

function list(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function plural(type) {
  return /^[a-z]+$/.test(type) && type !== 'anything' ? `${type}s` : type;
}
