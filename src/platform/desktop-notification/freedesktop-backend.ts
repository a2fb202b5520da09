import type { Clock } from '../clock.js';
import { createSecret } from '../crypto/secrets.js';
import { DBusError } from '../dbus/dbus-error.js';
import { type BusSignal, SessionBus } from '../dbus/session-bus.js';
import { type BusValue, readValues } from '../dbus/values.js';
import { UserError } from '../errors.js';
import { DEFAULT_ACTION, type DesktopNotification, type NotificationAction } from './desktop-notifier.js';
import type { NotificationBackend } from './notification-backend.js';

/** The desktop's notification service (https://specifications.freedesktop.org/notification-spec). */
const SERVICE = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
} as const;

const ACTION_SIGNALS = [
  "type='signal'",
  `sender='${SERVICE.destination}'`,
  `path='${SERVICE.path}'`,
  `interface='${SERVICE.interface}'`,
  "member='ActionInvoked'",
].join(',');

/** The sender that the desktop shows. */
const APPLICATION_NAME = 'Guildhall';
/** The desktop decides how long a notification stays. */
const DEFAULT_EXPIRY = -1;
/** 0: replace none. */
const NO_ID = 0;
const NO_ICON = '';
const NO_HINTS: readonly BusValue[] = [];

/** The bus and what its notification service can do. */
interface Connection {
  readonly bus: SessionBus;
  /** whether bodies are parsed as markup */
  readonly hasMarkup: boolean;
  /** whether buttons are shown */
  readonly hasActions: boolean;
  /** the unique name of the service: signals of others are not its own */
  readonly owner: string;
  /**
   * What the keys of actions end with. Many services let any program replace a notification, and tell all of them apart by
   * small numbers: a click on what somebody else shows there is no answer.
   */
  readonly mark: string;
  /** the service's id of each shown notification, by our id */
  readonly ids: Map<string, number>;
}

/** Notifications over the session bus of Linux and BSD desktops. */
export class FreedesktopBackend implements NotificationBackend {
  #connection: Connection | null = null;
  /** notifications that start at the same time share a connection */
  #connecting: Promise<Connection> | null = null;
  #onAction: (id: string, key: string) => void = () => {};

  /** @param socketPath of the session bus; null if there is none */
  constructor(
    private readonly socketPath: string | null,
    private readonly clock: Clock,
  ) {}

  async show(id: string, { title, body, actions = [] }: DesktopNotification): Promise<void> {
    await this.#withConnection(async ({ bus, hasActions, hasMarkup, ids, mark }) => {
      const shown = hasActions ? actions.flatMap((action) => toKeysAndLabels(action, mark)) : [];
      const reply = await bus.call({
        ...SERVICE,
        member: 'Notify',
        signature: 'susssasa{sv}i',
        values: [
          APPLICATION_NAME,
          ids.get(id) ?? NO_ID,
          NO_ICON,
          title,
          hasMarkup ? escapeMarkup(body) : body,
          shown,
          NO_HINTS,
          DEFAULT_EXPIRY,
        ],
      });
      ids.set(id, reply.uint32());
    });
  }

  onAction(listener: (id: string, key: string) => void): void {
    this.#onAction = listener;
  }

  async withdraw(id: string): Promise<void> {
    if (this.#connection?.ids.has(id) !== true) return;
    await this.#withConnection(async ({ bus, ids }) => {
      const shown = ids.get(id);
      if (shown === undefined) return;
      ids.delete(id);
      await bus.call({
        ...SERVICE,
        member: 'CloseNotification',
        signature: 'u',
        values: [shown],
      });
    });
  }

  async check(): Promise<boolean> {
    await this.#withConnection(async () => {});
    return true;
  }

  async close(): Promise<void> {
    this.#connection?.bus.close();
    this.#connection = null;
  }

  #receive(
    { sender, member, interface: from, signature, body }: BusSignal,
    { ids, mark, owner }: Connection,
  ): void {
    // Any program on the bus can send such a signal to this connection.
    if (sender !== owner || from !== SERVICE.interface || member !== 'ActionInvoked') return;
    if (signature !== 'us') return;
    const number = body.uint32();
    const key = body.string();
    if (key !== DEFAULT_ACTION && !key.endsWith(mark)) return;
    for (const [id, shown] of ids) if (shown === number) this.#onAction(id, key.replace(mark, ''));
  }

  async #withConnection(use: (connection: Connection) => Promise<void>): Promise<void> {
    try {
      await use(await this.#connect());
    } catch (error) {
      if (error instanceof DBusError) throw new UserError(`no notification service: ${error.message}`);
      throw error;
    }
  }

  #connect(): Promise<Connection> {
    this.#connecting ??= this.#reuseOrOpen().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  /**
   * The open connection, or a new one: a desktop session may end and start while the daemon runs. Its service, too: another
   * one has other capabilities, and gives the same ids to notifications of other programs.
   */
  async #reuseOrOpen(): Promise<Connection> {
    const connection = this.#connection;
    const owner = await connection?.bus.ownerOf(SERVICE.destination).catch(() => null);
    if (connection !== null && owner === connection.owner) return connection;
    connection?.bus.close();
    return this.#open();
  }

  async #open(): Promise<Connection> {
    if (this.socketPath === null) throw new UserError('there is no session bus for notifications');
    const bus = await SessionBus.connect(this.socketPath, this.clock);
    try {
      const [listed] = readValues(await bus.call({ ...SERVICE, member: 'GetCapabilities' }), 'as');
      const capabilities = Array.isArray(listed) ? listed : [];
      const connection: Connection = {
        bus,
        hasMarkup: capabilities.includes('body-markup'),
        hasActions: capabilities.includes('actions'),
        owner: await bus.ownerOf(SERVICE.destination),
        mark: ` ${createSecret()}`,
        ids: new Map(),
      };
      if (connection.hasActions)
        await bus.listen(ACTION_SIGNALS, (signal) => this.#receive(signal, connection));
      this.#connection = connection;
      return connection;
    } catch (error) {
      bus.close();
      throw error;
    }
  }
}

function toKeysAndLabels({ key, label, isDefault }: NotificationAction, mark: string): string[] {
  return [...(isDefault === true ? [DEFAULT_ACTION, label] : []), `${key}${mark}`, label];
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
