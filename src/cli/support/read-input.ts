import { UserError } from '../../platform/errors.js';
import type { Terminal } from './terminal.js';

/** Reads all of standard input. @param maxLength in characters @throws {UserError} if it is longer */
export async function readInput({ input }: Terminal, maxLength: number): Promise<string> {
  input.setEncoding('utf8');
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.length > maxLength) {
      throw new UserError(`standard input is longer than ${maxLength} characters`);
    }
  }
  return text;
}
