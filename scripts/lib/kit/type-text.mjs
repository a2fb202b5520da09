import { boundsText } from '../docs/schema-text.mjs';
import { definitionWithSharedFields } from './shared-fields.mjs';

/**
 * A JSON schema as a type of TypeScript. References become the names of the objects that they refer to.
 *
 * @param {object} schema
 * @param {string} indent of the line that the type begins on
 */
export function typeText(schema, indent = '') {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
  if (schema.const !== undefined) return literalText(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literalText).join(' | ');
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return [...new Set(union.map((one) => typeText(one, indent)))].join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((one) => typeText(one, indent)).join(' & ');
  if (schema.type === 'array') return arrayText(schema, indent);
  if (schema.type === 'object') return objectText(schema, indent);
  return SIMPLE[schema.type] ?? 'unknown';
}

const SIMPLE = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

function literalText(value) {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/**
 * The named objects as interfaces with their comments.
 *
 * @param {Readonly<Record<string, object>>} objects by name
 * @param {Readonly<Record<string, object>>} [bases] those that they may extend, by name
 */
export function interfacesText(objects, bases = objects) {
  return Object.entries(objects).map(([name, definition]) => {
    const { description, ...schema } = definitionWithSharedFields(name, definition, bases);
    const [base, own] = schema.allOf ?? [null, schema];
    const heading = base === null ? name : `${name} extends ${typeText(base)}`;
    return `${commentText([description])}export interface ${heading} ${blockText(fieldTexts(own, '  '), '')}\n`;
  });
}

/**
 * A comment of the line or lines that there are, with a newline.
 *
 * @param {readonly (string | undefined)[]} paragraphs
 */
export function commentText(paragraphs, indent = '') {
  const lines = paragraphs.filter(Boolean).join('\n\n').replaceAll('*/', '* /').split('\n');
  if (lines.join('') === '') return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line && ` ${line}`}\n`).join('')}${indent} */\n`;
}

/** On one line if it is short and its fields have no comments. */
function objectText(schema, indent) {
  const fields = fieldTexts(schema, `${indent}  `);
  if (fields.length === 0) return 'Record<string, unknown>';
  const line = fields.map((field) => field.trim()).join(' ');
  const fits = line.length <= MAX_LINE && !line.includes('\n');
  return fits ? `{ ${line.slice(0, -1)} }` : blockText(fields, indent);
}

/** Longer objects have a line for each field. */
const MAX_LINE = 80;

function blockText(fields, indent) {
  return `{\n${fields.join('')}${indent}}`;
}

function fieldTexts({ properties = {}, required = [] }, indent) {
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
    const optional = required.includes(name) ? '' : '?';
    const comment = commentText([description, boundsText(schema)], indent);
    return `${comment}${indent}${key}${optional}: ${typeText(schema, indent)};\n`;
  });
}

function arrayText({ items = {} }, indent) {
  if (Array.isArray(items)) return `[${items.map((item) => typeText(item, indent)).join(', ')}]`;
  const item = typeText(items, indent);
  const isCompound = (items.enum ?? items.anyOf ?? items.oneOf ?? items.allOf ?? []).length > 1;
  return isCompound ? `(${item})[]` : `${item}[]`;
}
