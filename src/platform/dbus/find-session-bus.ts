import { join } from 'node:path';
import { xdgFolder } from '../home.js';

/**
 * The socket of the person's session bus: DBUS_SESSION_BUS_ADDRESS, else the one in their runtime folder. The path of
 * an abstract socket begins with a NUL character.
 *
 * @returns null if the environment names no bus with a local socket
 */
export function findSessionBus(environment: NodeJS.ProcessEnv): string | null {
  const address = environment.DBUS_SESSION_BUS_ADDRESS;
  if (address !== undefined && address !== '') return parseBusAddress(address);
  const runtimeFolder = xdgFolder(environment, 'XDG_RUNTIME_DIR');
  return runtimeFolder === undefined ? null : join(runtimeFolder, 'bus');
}

/** The first local socket of a list such as `unix:path=/run/user/1000/bus,guid=…;tcp:…`. */
function parseBusAddress(text: string): string | null {
  for (const address of text.split(';')) {
    const [, list] = /^unix:(.*)$/.exec(address.trim()) ?? [];
    const values = new Map<string, string>();
    for (const pair of list?.split(',') ?? []) {
      const [key = '', value = ''] = pair.split('=', 2);
      values.set(key, unescapeValue(value));
    }
    const path = values.get('path');
    const abstract = values.get('abstract');
    if (path !== undefined) return path;
    if (abstract !== undefined) return `\0${abstract}`;
  }
  return null;
}

function unescapeValue(value: string): string {
  return value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
