import { InvalidArgumentError } from 'commander';
import { isSnowflake } from '../../protocol/snowflake.js';

/** Parses an option that may be given several times. */
export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

/** Parses an option that takes ids and may be given several times. @throws {InvalidArgumentError} */
export function collectIds(value: string, earlier: string[] = []): string[] {
  if (!isSnowflake(value)) throw new InvalidArgumentError(`${value} is not an id.`);
  return [...earlier, value];
}
