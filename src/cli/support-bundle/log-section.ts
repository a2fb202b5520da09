import type { LogEntry } from '../../platform/log-file/log-entry.js';
import { readLog } from '../../platform/log-file/read-log.js';
import { stackPlaces } from './stack-places.js';

/** How many lines of the log are in a bundle. */
const LINES = 500;

/**
 * The fields of log lines that describe the daemon and not what people did; all others are left out. Identifiers of
 * applications and guilds tell others nothing.
 */
const FIELDS: ReadonlySet<string> = new Set([
  ...['application', 'attempt', 'cmd', 'code', 'component', 'count', 'direction', 'driver', 'event', 'guild'],
  ...[
    'lines',
    'method',
    'operation',
    'origin',
    'pid',
    'port',
    'reason',
    'route',
    'seconds',
    'server',
    'source',
  ],
  ...['state', 'uptime', 'version', 'wasConnected', 'what', 'why'],
]);

/** A line of the log with what may be sent to others. */
export interface BundledEntry {
  readonly time: string | null;
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The last lines of a log. @param path of the log */
export async function readBundledLog(path: string): Promise<BundledEntry[]> {
  const entries: BundledEntry[] = [];
  for await (const entry of readLog(path, { level: 'info', lines: LINES }, null))
    entries.push(toBundled(entry));
  return entries;
}

function toBundled({ time, level, message, fields }: LogEntry): BundledEntry {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'err') kept.error = errorOf(value);
    else if (FIELDS.has(name) && typeof value !== 'object') kept[name] = value;
  }
  const hasTime = time !== null && Number.isFinite(new Date(time).getTime());
  return {
    time: hasTime ? new Date(time).toISOString() : null,
    level,
    // A line that is not the daemon's own can have anything in it.
    message: time === null ? '[a line that is not a log line]' : message,
    fields: kept,
  };
}

/** Type, code and the places in the program; the message can quote what was sent. */
function errorOf(error: unknown): unknown {
  const { type, code, message, stack } =
    typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  return { type, code, places: typeof stack === 'string' ? stackPlaces(stack, message) : [] };
}
