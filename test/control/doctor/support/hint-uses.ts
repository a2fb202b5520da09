import type { ProblemCode } from '#guildhall/control/doctor/problems.js';

/**
 * How tests apply the hint of a problem:
 * - `command`: the command of the finding is run as it is printed, and fixes it
 * - `person`: the hint is for a person, and the test does what it says. A command that the finding has, too, is run as
 *   it is printed
 * - `lab`: one of both, in a virtual machine (test/lab/guest/doctor), because it changes the machine
 * - an object: the fault is simulated, for the reason that it names
 */
export type HintUse = 'command' | 'person' | 'lab' | { readonly simulated: string };

/** How the hint of each problem is applied. */
export const HINT_USES: Readonly<Record<ProblemCode, HintUse>> = {
  check_failed: 'person',
  configuration_invalid: 'person',
  addon_missing: 'command',
  node_too_old: { simulated: 'tests run with one version of Node.js' },
  home_not_a_folder: 'person',
  not_a_home: 'person',
  home_not_creatable: 'command',
  home_path_too_long: 'person',
  home_of_another_user: 'command',
  home_read_only: 'command',
  home_file_denied: 'command',
  home_readable: 'command',
  home_not_writable: 'command',
  file_readable: 'command',
  control_socket_blocked: 'command',
  home_in_use: 'command',
  port_in_use: 'person',
  store_damaged: 'command',
  store_newer: 'command',
  store_unreadable: 'command',
  database_unusable: 'person',
  bus_unusable: 'person',
  bus_unreachable: 'person',
  bus_open: 'person',
  password_overridden: 'person',
  account_damaged: 'command',
  permissions_damaged: 'command',
  once_grants_damaged: 'command',
  activity_settings_damaged: 'command',
  voice_settings_damaged: 'command',
  disk_full: 'person',
  disk_low: 'person',
  clock_wrong: 'lab',
  clock_behind: 'lab',
  clock_differs: 'person',
  daemon_not_answering: 'command',
  daemon_not_running: 'command',
  daemon_crashed: 'command',
  service_not_connected: 'person',
  service_unreachable: 'person',
  service_wrong: 'person',
  service_silent: 'lab',
  not_signed_in: 'command',
  rpc_ports_in_use: 'person',
  ipc_unavailable: 'person',
  origin_refused: 'command',
  application_unknown: 'person',
  application_not_approved: 'command',
  handshake_refused: 'person',
  user_refused: 'person',
  rpc_port_unusual: 'person',
  display_unreachable: 'person',
  no_display: 'person',
  library_missing: 'lab',
  device_unreadable: 'lab',
  driver_failed: 'person',
  driver_unavailable: 'lab',
  no_sound_server: 'lab',
  no_sound_devices: 'person',
  no_microphone: 'person',
  no_speakers: 'person',
  notifications_unavailable: 'person',
};

/** The word of printed commands that a person replaces. */
const PLACEHOLDER = 'BACKUP';

/** Whether a command that was run is the one that was printed, with its placeholder replaced. */
export function isAsPrinted(run: string, printed: string): boolean {
  const [before = '', after] = printed.split(PLACEHOLDER);
  return after === undefined ? run === printed : run.startsWith(before) && run.endsWith(after);
}
