/** With fewer fields, objects are alike by chance, e.g. by an id and a name. */
const LEAST_FIELDS = 3;

/**
 * A schema in which every object that has all the fields of a named object refers to it and has only its other fields,
 * so that the types have each field once.
 *
 * @param {unknown} schema with references to named objects
 * @param {Readonly<Record<string, object>>} objects their definitions, by name
 */
export function withSharedFields(schema, objects) {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((item) => withSharedFields(item, objects));
  const own = Object.entries(schema).map(([key, inner]) => [key, withSharedFields(inner, objects)]);
  return extended(Object.fromEntries(own), schema, objects);
}

/** The definition of a named object: it refers to others only. */
export function definitionWithSharedFields(name, { description, ...schema }, objects) {
  const { [name]: _self, ...others } = objects;
  return { description, ...withSharedFields(schema, others) };
}

/** @param {object} own with shared fields within @param {object} schema as declared */
function extended(own, schema, objects) {
  const [name, base] = largestBase(schema, objects);
  if (base === undefined) return own;
  const reference = { $ref: `#/components/schemas/${name}` };
  const isOther = (field) => !(field in base.properties);
  const others = Object.entries(own.properties).filter(([field]) => isOther(field));
  if (others.length === 0) return reference;
  const rest = { ...own, properties: Object.fromEntries(others), required: own.required?.filter(isOther) };
  return { allOf: [reference, rest] };
}

function largestBase({ type, properties, required = [] }, objects) {
  if (type !== 'object' || properties === undefined) return [];
  const hasField = (base, field) =>
    JSON.stringify(properties[field]) === JSON.stringify(base.properties[field]) &&
    required.includes(field) === Boolean(base.required?.includes(field));
  const size = (base) => Object.keys(base.properties ?? {}).length;
  const bases = Object.entries(objects).filter(
    ([, base]) =>
      size(base) >= LEAST_FIELDS && Object.keys(base.properties).every((field) => hasField(base, field)),
  );
  return bases.sort(([, one], [, other]) => size(other) - size(one))[0] ?? [];
}
