/** An ISO 8601 timestamp as the service writes it, e.g. `2015-04-26T06:26:56.936000+00:00`. */
export type Timestamp = string;

/** @param ms milliseconds since the Unix epoch */
export function timestamp(ms: number): Timestamp {
  return new Date(ms).toISOString().replace('Z', '000+00:00');
}
