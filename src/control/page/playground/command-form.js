import { byId, element } from '../shell/dom.js';

/** @typedef {import('../../operations/playground.js').PlaygroundChoices} PlaygroundChoices */
/** @typedef {{ cmd: string, evt?: string, args: unknown }} Command */

const WITH_EVENT = ['SUBSCRIBE', 'UNSUBSCRIBE'];

/** The form of a command: its name, the event for subscriptions, and the arguments as JSON, with an example at first. */
export class CommandForm {
  #command = byId('playground-command', HTMLSelectElement);
  #event = byId('playground-event', HTMLSelectElement);
  #arguments = byId('playground-arguments', HTMLTextAreaElement);
  #fault = byId('playground-fault');
  /** @type {PlaygroundChoices | null} */
  #choices = null;

  /** @param {(command: Command) => void} send */
  constructor(send) {
    for (const control of [this.#command, this.#event])
      control.addEventListener('change', () => this.#showExample());
    byId('playground-send').addEventListener('click', () => {
      const command = this.#read();
      if (command !== null) send(command);
    });
  }

  /** @param {PlaygroundChoices} choices */
  setChoices(choices) {
    const isFirst = this.#choices === null;
    this.#choices = choices;
    if (isFirst) this.setTransport('websocket');
  }

  /** What exists over IPC alone is offered there. @param {string} transport */
  setTransport(transport) {
    const choices = this.#choices;
    if (choices === null) return;
    for (const [select, described] of /** @type {const} */ ([
      [this.#command, choices.commands],
      [this.#event, choices.events],
    ])) {
      const options = described.filter(
        ({ is_local, name }) => !name.startsWith('CAPTURE_SHORTCUT') && (!is_local || transport === 'ipc'),
      );
      select.replaceChildren(...options.map(({ name }) => element('option', {}, name)));
    }
    this.#command.value = transport === 'ipc' ? 'SET_ACTIVITY' : 'GET_GUILDS';
    this.#showExample();
  }

  #showExample() {
    const [cmd, hasEvent] = [this.#command.value, WITH_EVENT.includes(this.#command.value)];
    byId('playground-event-field').hidden = !hasEvent;
    const command = this.#choices?.commands.find(({ name }) => name === cmd);
    const event = this.#choices?.events.find(({ name }) => name === this.#event.value);
    const described = hasEvent ? event : command;
    const scopes = described?.scopes.length ? ` Scopes: ${described.scopes.join(', ')}.` : '';
    byId('playground-summary').textContent = `${described?.summary ?? ''}${scopes}`;
    this.#arguments.value = JSON.stringify(described?.args ?? {}, null, 2);
    const anchor = hasEvent ? `event-${this.#event.value}` : `command-${cmd}`;
    byId('playground-reference').setAttribute('href', `/docs/rpc.html#${anchor}`);
    this.#fault.hidden = true;
  }

  /** @returns {Command | null} null if the arguments are not JSON */
  #read() {
    const cmd = this.#command.value;
    try {
      const args = JSON.parse(this.#arguments.value || '{}');
      this.#fault.hidden = true;
      return { cmd, ...(WITH_EVENT.includes(cmd) ? { evt: this.#event.value } : {}), args };
    } catch (error) {
      this.#fault.textContent = `The arguments are not JSON: ${error instanceof Error ? error.message : ''}`;
      this.#fault.hidden = false;
      return null;
    }
  }
}
