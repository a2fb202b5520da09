/**
 * The parameters of an operation that are in one place, as an object.
 *
 * @param {readonly object[]} parameters of an OpenAPI document
 * @param {'path' | 'query'} place
 * @returns {object | null} its schema; null if there are none
 */
export function parametersSchema(parameters, place) {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return null;
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}
