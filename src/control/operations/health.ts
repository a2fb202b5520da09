import Type from 'typebox';
import { FactsSchema, readFacts } from '../health/read-facts.js';
import { NoBody, operation } from '../operation.js';

export const getFacts = operation({
  name: 'Get facts',
  summary: 'Returns versions, paths and sizes of the daemon and its home.',
  method: 'GET',
  path: '/facts',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  reply: FactsSchema,
  handle: ({ control }) => readFacts(control.files),
});

export const createBackup = operation({
  name: 'Create backup',
  summary: 'Writes a backup of the home into its folder `backups`.',
  details:
    'A process of its own writes it while the daemon goes on. It is refused while the folder has ten; none is ever removed.',
  method: 'POST',
  path: '/backups',
  access: 'cli-and-page',
  errors: ['refused'],
  body: NoBody,
  reply: Type.Object({ file: Type.String(), bytes: Type.Integer() }),
  handle: ({ control }) => control.backups.create(),
});
