import { type Command, Option } from 'commander';
import type { AddCommand } from '../support/invocation.js';
import { installService } from './install-service.js';
import { serviceManagerFor } from './service-manager-for.js';
import { showServiceStatus } from './service-status.js';
import { uninstallService } from './uninstall-service.js';

interface ServiceFlags {
  readonly system?: boolean;
  readonly print?: boolean;
  readonly purge?: boolean;
}

/** `guildhall service`: Guildhall in the background, as a service of the person or of the machine. */
export const addService: AddCommand = (program, run) => {
  const service = program.command('service').description('run Guildhall in the background, as a service');
  service
    .command('install')
    .description('install and start the service, or update it')
    .addOption(systemOption())
    .option('--print', 'only show what would be written and run')
    .action(({ print, system }: ServiceFlags, command: Command) =>
      run(command, (invocation) =>
        installService(invocation, serviceManagerFor(invocation, command, system), { print, system }),
      ),
    );
  service
    .command('uninstall')
    .description('stop the service and remove it; your data is kept')
    .addOption(systemOption())
    .option('--purge', 'with --system: also remove the data of both services')
    .option('--print', 'only show what would be run and removed')
    .action(({ print, purge, system }: ServiceFlags, command: Command) =>
      run(command, (invocation) =>
        uninstallService(invocation, serviceManagerFor(invocation, command, system), {
          print,
          purge,
          system,
        }),
      ),
    );
  service
    .command('status')
    .description('show whether the service runs, and what it lacks; exit code 1 if it does not run')
    .addOption(systemOption())
    .option('--print', 'only show what would be read and run')
    .action(({ print, system }: ServiceFlags, command: Command) =>
      run(command, (invocation) =>
        showServiceStatus(invocation, serviceManagerFor(invocation, command, system), { print, system }),
      ),
    );
};

function systemOption(): Option {
  return new Option('--system', 'the API service and its voice endpoint, as system services (systemd)');
}
