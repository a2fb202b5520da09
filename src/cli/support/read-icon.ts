import { open } from 'node:fs/promises';
import { messageOf, UserError } from '../../platform/errors.js';
import { toUserError } from '../../platform/system-errors.js';

/** The largest icon that the daemon accepts. */
const MAX_BYTES = 256 * 1024;

/** Reads an image file. @returns its bytes as base64 @throws {UserError} if it cannot be read or is too large */
export async function readIcon(path: string): Promise<string> {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  let length: number;
  try {
    const file = await open(path, 'r');
    try {
      ({ bytesRead: length } = await file.read(bytes, 0, bytes.length, 0));
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = messageOf(toUserError(error));
    throw new UserError(`failed to read the icon: ${reason}`, 'Check the path and its permissions');
  }
  if (length > MAX_BYTES) {
    throw new UserError('the icon is larger than 256 KiB', 'Choose a smaller file');
  }
  return bytes.toString('base64', 0, length);
}
