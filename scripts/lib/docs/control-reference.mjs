import { table } from './table.mjs';

/** The parts of docs/control.md that are made from the declarations, by the name of their region. */
export function controlReference({ operations, errors, common }) {
  return {
    operations: table(
      ['Operation', 'Route', 'Console page', 'Errors', 'What it does'],
      operations.map(operationRow),
    ),
    errors: table(
      ['Code', 'Status', 'From any operation'],
      Object.entries(errors).map(([code, status]) => [
        `\`${code}\``,
        status,
        common.includes(code) ? 'yes' : '',
      ]),
    ),
  };
}

function operationRow({ name, method, path, access, errors, summary, details }) {
  return [
    name,
    `\`${method} ${path}\``,
    access === 'cli-and-page' ? 'yes' : '',
    errors.map((code) => `\`${code}\``).join(', '),
    [summary, details].filter(Boolean).join(' '),
  ];
}
