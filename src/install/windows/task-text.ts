import { escapeXml } from '../../platform/text/escape-xml.js';
import { type DaemonService, startCommand } from '../service-program.js';
import { quoteArguments } from './command-line.js';

/** The name of the task. */
export const TASK_NAME = 'Guildhall';

/**
 * A task that runs the daemon while the person is logged in, with their ordinary rights and without a window. The scheduler wants
 * UTF-16 with a byte order mark, and otherwise refuses letters other than ASCII.
 *
 * @param user the person, e.g. `DESKTOP\ada`
 */
export function taskText(service: DaemonService, user: string): string {
  const words = ['--headless', ...startCommand(service)];
  return `\ufeff<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Version>${escapeXml(service.program.version)}</Version>
    <Description>Guildhall, local access to guilds, voice and devices</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <UserId>${escapeXml(user)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Person">
      <UserId>${escapeXml(user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>5</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Person">
    <Exec>
      <Command>conhost.exe</Command>
      <Arguments>${escapeXml(quoteArguments(words))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}
