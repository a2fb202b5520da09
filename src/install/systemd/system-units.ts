import type { ServiceFile } from '../service-manager.js';
import type { ServiceProgram } from '../service-program.js';
import { HARDENING } from './hardening.js';
import { programExists, RESTART_LIMITS, RESTARTS } from './restarts.js';
import { commandLine, type Expanded, type UnitSetting, unitText, VERSION_KEY } from './unit-text.js';

const API_UNIT = 'guildhall-api.service';
const VOICE_UNIT = 'guildhall-voice.service';
export const SYSTEM_UNITS = [API_UNIT, VOICE_UNIT];

/** DynamicUser keeps the data of the units in the second folder, and a link to it in the first. */
export const STATE_FOLDERS = ['/var/lib', '/var/lib/private'].flatMap((folder) =>
  ['api', 'voice'].map((name) => `${folder}/guildhall-${name}`),
);

/** Not 6480 and those after it, which the daemons of people take. */
const API_PORT = 6440;

/** The folder of what the administrator configures. */
export const SYSTEM_SETTINGS = '/etc/guildhall';
/** The secret that both units share. */
export const VOICE_SECRET = `${SYSTEM_SETTINGS}/voice.secret`;

const HOME_OPTION = ['--home', { variable: 'STATE_DIRECTORY', rest: '' }] as const;
const SECRET_OPTION = [
  '--voice-secret-file',
  { variable: 'CREDENTIALS_DIRECTORY', rest: '/voice-secret' },
] as const;

/** The units of the API service and of its voice endpoint, each with a user of its own (docs/operating.md, Service). */
export function systemUnits(program: ServiceProgram, folder: string): ServiceFile[] {
  return [
    { path: `${folder}/${API_UNIT}`, text: apiUnit(program) },
    { path: `${folder}/${VOICE_UNIT}`, text: voiceUnit(program) },
  ];
}

function apiUnit(program: ServiceProgram): string {
  return systemUnit({
    name: 'api',
    description: "Guildhall's API service",
    unit: [[VERSION_KEY, program.version], programExists(program)],
    environment: `GUILDHALL_API_PORT=${API_PORT}`,
    command: [program.node, program.cli, ...HOME_OPTION, 'api', ...SECRET_OPTION],
  });
}

function voiceUnit(program: ServiceProgram): string {
  return systemUnit({
    name: 'voice',
    description: "Guildhall's voice endpoint",
    unit: [[VERSION_KEY, program.version], programExists(program), ['Wants', API_UNIT], ['After', API_UNIT]],
    environment: `GUILDHALL_API_URL=http://127.0.0.1:${API_PORT}/api`,
    command: [program.node, program.cli, ...HOME_OPTION, 'voice', ...SECRET_OPTION],
  });
}

interface SystemUnit {
  readonly name: 'api' | 'voice';
  readonly description: string;
  readonly unit: readonly UnitSetting[];
  /** a default, which the file of settings overrides */
  readonly environment: string;
  readonly command: readonly (string | Expanded)[];
}

function systemUnit({ name, description, unit, environment, command }: SystemUnit): string {
  return unitText({
    Unit: [['Description', description], ['After', 'network.target'], ...unit, ...RESTART_LIMITS],
    Service: [
      ['Type', 'notify'],
      ['NotifyAccess', 'main'],
      ['Environment', environment],
      // Node.js needs one, and a dynamic user has none.
      ['Environment', `HOME=%S/guildhall-${name}`],
      ['EnvironmentFile', `-${SYSTEM_SETTINGS}/${name}.env`],
      ['LoadCredential', `voice-secret:${VOICE_SECRET}`],
      ['ExecStart', commandLine(command)],
      ...RESTARTS,
      ['DynamicUser', 'yes'],
      ['User', `guildhall-${name}`],
      ['StateDirectory', `guildhall-${name}`],
      ['StateDirectoryMode', '0700'],
      ...HARDENING,
    ],
    Install: [['WantedBy', 'multi-user.target']],
  });
}
