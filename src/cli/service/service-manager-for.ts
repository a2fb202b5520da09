import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createServiceManager } from '../../install/create-service-manager.js';
import { findProgram } from '../../install/find-program.js';
import { LocalMachine } from '../../install/local-machine.js';
import type { ServiceManager } from '../../install/service-manager.js';
import { toShellCommand } from '../../platform/text/shell-word.js';
import type { GlobalOptions, Invocation } from '../support/invocation.js';

/**
 * The service manager that a command is about.
 *
 * @param system whether it is about the system services
 * @throws {UserError} if there is none
 */
export function serviceManagerFor(
  { terminal: { environment } }: Invocation,
  command: Command,
  system = false,
): ServiceManager {
  // Services of the machine have separate homes: the variable is about the person's.
  const ofPerson = system ? null : environment.GUILDHALL_HOME || null;
  const home = command.optsWithGlobals<GlobalOptions>().home ?? ofPerson;
  return createServiceManager({
    machine: new LocalMachine(environment),
    program: findProgram(process.execPath, process.argv[1] ?? ''),
    scope: system ? 'system' : 'user',
    home: home === null ? null : resolve(home),
    command: toShellCommand(
      process.execPath,
      process.argv[1] ?? '',
      'service',
      command.name(),
      ...(system ? ['--system'] : []),
    ),
  });
}
