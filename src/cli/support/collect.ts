import { InvalidArgumentError } from 'commander';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';

/** Parses an option that may be given several times. */
export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

/** Parses an option that takes an id. @throws {InvalidArgumentError} */
export function parseId(value: string): Snowflake {
  if (isSnowflake(value)) return value;
  throw new InvalidArgumentError(`${value} is not an id.`);
}

/** Parses an option that takes ids and may be given several times. @throws {InvalidArgumentError} */
export function collectIds(value: string, earlier: string[] = []): string[] {
  return [...earlier, parseId(value)];
}
