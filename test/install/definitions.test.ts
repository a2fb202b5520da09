import assert from 'node:assert/strict';
import { createServiceManager } from '#guildhall/install/create-service-manager.js';
import { realTest } from '../hardware/support/programs.js';
import { MockMachine } from '../mocks/mock-machine.js';
import { parsePropertyList, parseXml, type XmlElement } from './support/parse-definition.js';

/** Characters that both formats give a meaning. */
const HOME = '/Users/ada/<a> & "b"';
const NAMESPACE = '{http://schemas.microsoft.com/windows/2004/02/mit/task}';

/** Keys of launchd.plist(5) that the agent has, with what their values must be. */
const LAUNCHD_KEYS: Readonly<Record<string, (value: unknown) => boolean>> = {
  Label: (value) => typeof value === 'string' && /^[\w.-]+$/.test(value),
  ProgramArguments: (value) => Array.isArray(value) && value.every((word) => typeof word === 'string'),
  RunAtLoad: (value) => typeof value === 'boolean',
  KeepAlive: (value) =>
    typeof Object(value).SuccessfulExit === 'boolean' && Object.keys(Object(value)).length === 1,
  ThrottleInterval: (value) => Number.isInteger(value) && Number(value) > 0,
  ExitTimeOut: (value) => Number.isInteger(value) && Number(value) > 0,
  ProcessType: (value) => ['Background', 'Standard', 'Adaptive', 'Interactive'].includes(String(value)),
};
/** A key of ours, which launchd ignores. */
const OWN_KEY = 'GuildhallVersion';

const TEXT = /^.+$/s;
const DURATION = /^P(?=[\dT])(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/;
const BOOLEAN = /^(?:true|false)$/;

/**
 * The part of the schema of the Windows task scheduler that the task has: what each element may contain. All of them
 * may be in any order and are there at most once.
 */
const TASK_SCHEMA: Readonly<Record<string, RegExp | readonly string[]>> = {
  Task: ['RegistrationInfo', 'Triggers', 'Principals', 'Settings', 'Actions'],
  RegistrationInfo: ['Version', 'Description'],
  Triggers: ['LogonTrigger'],
  LogonTrigger: ['Enabled', 'UserId', 'Delay'],
  Principals: ['Principal'],
  Principal: ['UserId', 'LogonType', 'RunLevel'],
  Settings: [
    ...['MultipleInstancesPolicy', 'DisallowStartIfOnBatteries', 'StopIfGoingOnBatteries'],
    ...['ExecutionTimeLimit', 'RestartOnFailure'],
  ],
  RestartOnFailure: ['Interval', 'Count'],
  Actions: ['Exec'],
  Exec: ['Command', 'Arguments', 'WorkingDirectory'],
  Version: TEXT,
  Description: TEXT,
  UserId: TEXT,
  LogonType: /^(?:S4U|Password|InteractiveToken|InteractiveTokenOrPassword)$/,
  RunLevel: /^(?:LeastPrivilege|HighestAvailable)$/,
  MultipleInstancesPolicy: /^(?:Parallel|Queue|IgnoreNew|StopExisting)$/,
  DisallowStartIfOnBatteries: BOOLEAN,
  StopIfGoingOnBatteries: BOOLEAN,
  ExecutionTimeLimit: DURATION,
  // At least a minute.
  Interval: /^PT(?:[1-9]\d*M|[1-9]\d*H)$/,
  Count: /^[1-9]\d{0,2}$/,
  Command: TEXT,
  Arguments: TEXT,
};

/** The definition that a service is installed from on another system. */
function definitionOn(platform: 'darwin' | 'win32'): string {
  const machine = new MockMachine({ platform, user: { name: 'Ada & L', uid: 501, folder: '/Users/ada' } });
  const program = { node: '/opt/my node', cli: '/opt/a & "b"/main.js', version: '1.2.3' };
  const manager = createServiceManager({ machine, program, scope: 'user', home: HOME, command: '' });
  const [file] = manager.plan().files;
  assert.ok(file !== undefined);
  return file.text;
}

realTest(['python3'], 'the launchd agent has documented keys with values of their types', async () => {
  const { [OWN_KEY]: version, ...agent } = parsePropertyList(definitionOn('darwin'));
  assert.equal(version, '1.2.3');
  for (const [key, value] of Object.entries(agent))
    assert.ok(LAUNCHD_KEYS[key]?.(value), `${key}: ${JSON.stringify(value)}`);
  assert.deepEqual(agent.ProgramArguments, [
    ...['/opt/my node', '/opt/a & "b"/main.js', '--home', HOME, 'start'],
  ]);
});

realTest(['python3'], 'the Windows task matches the schema of the task scheduler', async () => {
  const task = parseXml(definitionOn('win32'));
  assert.equal(task.attributes.version, '1.2');
  checkElement(task);
  // The key reference of the schema.
  const principal = find(find(task, 'Principals'), 'Principal');
  assert.equal(find(task, 'Actions').attributes.Context, principal.attributes.id);
});

function checkElement({ name, text, elements }: XmlElement): void {
  assert.ok(name.startsWith(NAMESPACE), name);
  const allowed = TASK_SCHEMA[localName(name)];
  assert.ok(allowed !== undefined, `${name} is not in the schema`);
  const names = elements.map((element) => localName(element.name));
  if (allowed instanceof RegExp) {
    assert.match(text, allowed, name);
    assert.deepEqual(names, []);
    return;
  }
  assert.deepEqual(
    names.filter((each, index) => !allowed.includes(each) || names.indexOf(each) !== index),
    [],
  );
  for (const element of elements) checkElement(element);
}

function find({ name, elements }: XmlElement, wanted: string): XmlElement {
  const found = elements.find((element) => localName(element.name) === wanted);
  assert.ok(found !== undefined, `${name} has no ${wanted}`);
  return found;
}

function localName(name: string): string {
  return name.replace(NAMESPACE, '');
}
