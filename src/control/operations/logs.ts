import Type from 'typebox';
import { LOG_LEVELS, type LogLevel } from '../../platform/log.js';
import { readLog } from '../../platform/log-file/read-log.js';
import { Nullable } from '../../protocol/schema.js';
import { ControlError } from '../errors.js';
import { NoBody, streamOperation } from '../operation.js';

/** How many lines that were logged before are sent. */
const LINES = 200;

export const watchLog = streamOperation({
  name: 'Watch log',
  summary:
    'Sends the last 200 lines of the log that have a level or a more severe one, and then each new one.',
  details: `The level is one of ${LOG_LEVELS.filter((level) => level !== 'silent')
    .map((level) => `\`${level}\``)
    .join(', ')}. The log has only lines of the level that the daemon was started with or a more severe one.`,
  method: 'GET',
  path: '/logs/{level}',
  access: 'cli-and-page',
  errors: [],
  body: NoBody,
  item: Type.Object({
    /** milliseconds since the Unix epoch; null if unknown */
    time: Nullable(Type.Number()),
    level: Type.String(),
    message: Type.String(),
    /** everything else that was logged with it */
    fields: Type.Record(Type.String(), Type.Unknown()),
  }),
  async handle({ control, params, signal }, emit) {
    const query = { level: toLevel(params.level), lines: LINES };
    const following = { clock: control.clock, signal };
    for await (const entry of readLog(control.files.log, query, following)) emit({ ...entry });
  },
});

/** @throws {ControlError} invalid */
function toLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((each) => each === text && each !== 'silent');
  if (level !== undefined) return level;
  throw new ControlError('invalid', `${text} is not a level of the log`);
}
