import { table } from './table.mjs';

/** The parts of docs/control.md that are made from the declarations, by the name of their region. */
export function controlReference({ operations, serviceOperations, errors, common }) {
  return {
    operations: table(
      ['Operation', 'Route', 'Console page', '`guildhall api`', 'Errors', 'What it does'],
      operations.map((operation) => operationRow(operation, serviceOperations.includes(operation))),
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

function operationRow({ name, method, path, access, errors, summary, details }, isOfService) {
  return [
    name,
    `\`${method} ${path}\``,
    access === 'cli-and-page' ? 'yes' : '',
    isOfService ? 'yes' : '',
    errors.map((code) => `\`${code}\``).join(', '),
    [summary, details].filter(Boolean).join(' '),
  ];
}
