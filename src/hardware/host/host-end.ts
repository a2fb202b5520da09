import type { HostEnd } from './host-process.js';

/** How a process ended, in words, e.g. `it died of SIGSEGV` or `it exited with code 1: X connection broken`. */
export function describeEnd({ signal, code, lastWords }: HostEnd): string {
  const words = lastWords === '' ? '' : `: ${lastWords}`;
  if (signal !== null) return `it died of ${signal}${words}`;
  if (code !== null) return `it exited with code ${code}${words}`;
  return `it could not be started${words}`;
}
