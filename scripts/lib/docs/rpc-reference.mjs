import { limitsText } from './limits-text.mjs';
import { fieldRows, objectsText, typeText } from './schema-text.mjs';
import { table } from './table.mjs';

/** The parts of docs/rpc.md that are made from the declarations, by the name of their region. */
export function rpcReference({ commands, events, errors, closes, limits, objects, refer }) {
  const withRefs = (declared) => ({ ...declared, args: refer(declared.args), data: refer(declared.data) });
  return {
    commands: [...commands.values()].map((command) => commandText(withRefs(command), errors)).join('\n'),
    events: [...events.values()].map((event) => eventText(withRefs(event), errors)).join('\n'),
    objects: objectsText(objects),
    errors: table(
      ['Code', 'Name'],
      Object.entries(errors).map(([name, code]) => [code, `\`${name}\``]),
    ),
    closes: table(
      ['Code', 'Reason'],
      Object.values(closes).map(({ code, reason }) => [code, reason]),
    ),
    limits: limitsText(limits),
  };
}

function commandText({ name, summary, details, access, withoutPerson, args, data, errors: own }, errors) {
  const who = access === 'anyone' ? 'Anyone who is connected.' : accessText(access);
  return [
    `### ${name}\n`,
    `${summary}\n`,
    paragraph(details),
    `${who}${withoutPerson ? ' By `POST /rpc` it needs no person.' : ''}\n`,
    fieldsText('args', args),
    fieldsText('data of the reply', data),
    refusalsText('May be refused', own, errors),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function eventText({ name, summary, details, access, args, data, errors: own }, errors) {
  return [
    `### ${name}\n`,
    `${summary}\n`,
    paragraph(details),
    `${accessText(access)}\n`,
    fieldsText('args of SUBSCRIBE', args),
    fieldsText('data', data),
    refusalsText('SUBSCRIBE may be refused', own, errors),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function refusalsText(what, names, errors) {
  const refusals = names.map((name) => `${errors[name]} ${name}`).join(', ');
  return paragraph(refusals && `${what} with ${refusals}.`);
}

/** Who may send a command or receive an event. */
function accessText(access) {
  if (access === 'local') return 'Over IPC alone, without AUTHENTICATE.';
  const { scopes, orLocal } = access;
  return `Needs ${scopesText(scopes)}${orLocal ? '; over IPC not for events without AUTHENTICATE' : ''}.`;
}

/** Nothing where there is no text. */
function paragraph(text) {
  return text ? `${text}\n` : '';
}

function scopesText(scopes) {
  const names = scopes.map((scope) => `\`${scope}\``).join(' and ');
  return `the ${scopes.length > 1 ? 'scopes' : 'scope'} ${names}`;
}

function fieldsText(what, schema) {
  const rows = fieldRows(schema).map(({ path, type, bounds }) => [`\`${path}\``, type, bounds]);
  if (rows.length === 0) return `${what}: ${schema.type === 'object' ? 'none' : typeText(schema)}\n`;
  const orNull = schema.anyOf === undefined ? '' : ', or null';
  return `${what}${orNull}:\n\n${table(['Field', 'Type', 'Bounds'], rows)}`;
}
