import { table } from './table.mjs';

/**
 * The fields of a schema as lines of a table: path, type, bounds. What is nested follows what it is nested in, e.g.
 * `input.volume`, `devices[].id`; the fields of named objects are in tables of their own.
 *
 * @param {object} schema with references to named objects
 * @param {Link} [link]
 */
export function fieldRows(schema, link = linkHere, prefix = '') {
  const object = objectWithin(schema);
  if (object === null) return [];
  const required = new Set(object.required ?? []);
  return Object.entries(object.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const own = {
      path: required.has(name) ? path : `${path}?`,
      type: typeText(field, link),
      bounds: boundsText(field),
    };
    return [own, ...fieldRows(field, link, `${path}${isArray(field) ? '[]' : ''}.`)];
  });
}

/** @typedef {(name: string) => string} Link where the table of a named object is */

/** @type {Link} */
const linkHere = (name) => `#${name.toLowerCase()}`;

/** A schema in words, e.g. `string or null`, `array of objects`, `0, 1, 2 or 3`, `array of [User](#user)`. */
export function typeText(schema, link = linkHere) {
  const types = variants(schema).map((variant) => {
    const name = variant.$ref?.split('/').at(-1);
    if (name !== undefined) return `[${name}](${link(name)})`;
    if (variant.allOf !== undefined) return variant.allOf.map((one) => typeText(one, link)).join(' and ');
    if (variant.enum !== undefined) return list(variant.enum.map((value) => JSON.stringify(value)));
    if (variant.const !== undefined) return JSON.stringify(variant.const);
    if (variant.type === 'array') return arrayText(variant.items ?? {}, link);
    return variant.type ?? 'anything';
  });
  return list([...new Set(types)]);
}

function arrayText(items, link) {
  if (Array.isArray(items)) return `array of ${items.map((item) => typeText(item, link)).join(' and ')}`;
  return `array of ${plural(typeText(items, link))}`;
}

/** The named objects as sections with a table each. @param {Readonly<Record<string, object>>} objects by name */
export function objectsText(objects, link = linkHere) {
  const sections = Object.entries(objects).map(([name, { description, ...schema }]) => {
    const rows = fieldRows(schema, link).map(({ path, type, bounds }) => [`\`${path}\``, type, bounds]);
    return `### ${name}\n\n${description}\n\n${table(['Field', 'Type', 'Bounds'], rows)}`;
  });
  return sections.join('\n');
}

/** The bounds of a schema in words, e.g. `0 to 100`, `2 to 100 characters`; empty if there are none. */
export function boundsText(schema) {
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
    if (variant.allOf !== undefined) return objectWithin(variant.allOf.at(-1));
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
