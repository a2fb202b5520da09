import { Emitter, type Unsubscribe } from '../async/events.js';
import { type Clock, hasPassed } from '../clock.js';
import { findSessionBus } from '../dbus/find-session-bus.js';
import { type BusCall, type BusSignal, type BusValues, SessionBus } from '../dbus/session-bus.js';
import { type BusValue, type BusVariant, readValues, toDictionary } from '../dbus/values.js';
import { messageOf } from '../errors.js';
import type { Logger } from '../log.js';
import type { IconState, Tray, TrayContent, TrayEvents, TrayItem } from './tray.js';
import { drawTrayIcon } from './tray-icon.js';

export interface TrayOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The desktop's registry of tray icons (https://specifications.freedesktop.org/status-notifier-item-spec). */
const WATCHER = {
  destination: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  interface: 'org.kde.StatusNotifierWatcher',
} as const;
const ITEM = { path: '/StatusNotifierItem', interface: 'org.kde.StatusNotifierItem' } as const;
/** The menu (https://github.com/AyatanaIndicators/libdbusmenu, com.canonical.dbusmenu). */
const MENU = { path: '/MenuBar', interface: 'com.canonical.dbusmenu' } as const;
const PROPERTIES = 'org.freedesktop.DBus.Properties';
const BUS = 'org.freedesktop.DBus';

/** Matches the signal that the registry has a new owner, e.g. because the panel was restarted. */
const WATCHER_APPEARED = [
  "type='signal'",
  `sender='${BUS}'`,
  "member='NameOwnerChanged'",
  `arg0='${WATCHER.destination}'`,
].join(',');

/** How often a missing session bus is retried, in milliseconds: a desktop session may start later. */
const RETRY_MS = 60_000;
/** The least time between two choices, in milliseconds: any program on the bus can send them, and any number at once. */
const PACE_MS = 500;
const ROOT = 0;
/** The content before the first `show`. */
const EMPTY: TrayContent = { title: '', isMuted: false, needsAttention: false, groups: [] };
const MENU_VERSION = 3;

/** The tray icon of desktops that support StatusNotifierItem. */
export class StatusNotifierTray implements Tray {
  readonly #events: Emitter<TrayEvents>;
  /** the id of each entry, which never changes: a click in an open menu never hits another entry */
  readonly #ids = new Map<string, number>();
  #bus: SessionBus | null = null;
  #revision = 0;
  /** null until a desktop asks for it: drawing it takes longer than the rest of the start */
  #icon: BusValue | null = null;
  #content = EMPTY;
  #chosenAt: number | null = null;
  #isStopped = false;
  #stopRetrying: Unsubscribe = () => {};

  private constructor(
    private readonly socketPath: string,
    private readonly options: TrayOptions,
  ) {
    this.#events = Emitter.logging(options.log, 'tray');
  }

  /** @returns null if the environment names no session bus */
  static create(options: TrayOptions): StatusNotifierTray | null {
    const socketPath = findSessionBus(options.environment);
    return socketPath === null ? null : new StatusNotifierTray(socketPath, options);
  }

  on<Name extends keyof TrayEvents>(name: Name, listener: (event: TrayEvents[Name]) => void): Unsubscribe {
    return this.#events.on(name, listener);
  }

  show(content: TrayContent): void {
    const before = this.#content;
    if (JSON.stringify(before) === JSON.stringify(content)) return;
    this.#content = content;
    if (before === EMPTY) {
      this.#start();
      return;
    }
    if (before.isMuted !== content.isMuted || before.needsAttention !== content.needsAttention) {
      this.#icon = null;
      this.#emit(ITEM, 'NewIcon');
      // Shown instead while the status is NeedsAttention; panels read it again only for this signal.
      this.#emit(ITEM, 'NewAttentionIcon');
      this.#emit(ITEM, 'NewStatus', { signature: 's', values: [statusOf(content)] });
    }
    this.#emit(ITEM, 'NewTitle');
    this.#emit(ITEM, 'NewToolTip');
    this.#revision += 1;
    this.#emit(MENU, 'LayoutUpdated', { signature: 'ui', values: [this.#revision, ROOT] });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopRetrying();
    // The icon goes with the connection.
    this.#bus?.close();
  }

  #start(): void {
    this.#stopRetrying = this.options.clock.every(RETRY_MS, () => this.#connect());
    this.#connect();
  }

  /** Connects unless it is connected. */
  #connect(): void {
    if (this.#bus?.isOpen === true) return;
    this.#open().catch((error: unknown) =>
      this.options.log.debug({ reason: messageOf(error) }, 'there is no tray'),
    );
  }

  async #open(): Promise<void> {
    const bus = await SessionBus.connect(this.socketPath, this.options.clock);
    if (this.#isStopped || this.#bus?.isOpen === true) return bus.close();
    this.#bus = bus;
    bus.answerCalls((call) => this.#answer(call));
    await bus.listen(WATCHER_APPEARED, (signal) => this.#watcherChanged(bus, signal));
    // Asked first, because a call could start one.
    await bus.ownerOf(WATCHER.destination);
    await this.#register(bus);
  }

  #watcherChanged(bus: SessionBus, { sender, member, signature, body }: BusSignal): void {
    if (sender !== BUS || member !== 'NameOwnerChanged' || signature !== 'sss') return;
    const [name, , owner] = readValues(body, signature);
    if (name !== WATCHER.destination || owner === '') return;
    this.#register(bus).catch((error: unknown) =>
      this.options.log.debug({ reason: messageOf(error) }, 'the desktop refused the icon of the tray'),
    );
  }

  /** Registers the icon, which is that of this connection. */
  async #register(bus: SessionBus): Promise<void> {
    await bus.call({
      ...WATCHER,
      member: 'RegisterStatusNotifierItem',
      signature: 's',
      values: [bus.name],
    });
  }

  #emit(
    { path, interface: of }: typeof ITEM | typeof MENU,
    member: string,
    values: BusValues = { signature: '', values: [] },
  ): void {
    this.#bus?.emit({ path, interface: of, member, ...values });
  }

  #answer(call: BusCall): BusValues | null {
    if (call.interface === PROPERTIES) return this.#answerProperties(call);
    if (call.path === ITEM.path) return this.#answerItem(call);
    return call.path === MENU.path ? this.#answerMenu(call) : null;
  }

  #answerProperties({ path, member, signature, body }: BusCall): BusValues | null {
    const properties =
      path === ITEM.path ? this.#itemProperties() : path === MENU.path ? MENU_PROPERTIES : null;
    if (properties === null) return null;
    if (member === 'GetAll') return { signature: 'a{sv}', values: [toDictionary(properties)] };
    if (member !== 'Get' || signature !== 'ss') return null;
    const [, name] = readValues(body, signature);
    return toVariant(properties, name);
  }

  #answerItem({ member }: BusCall): BusValues | null {
    // Desktops that ignore ItemIsMenu call this on a click: the first entry is the most useful one.
    if (member === 'Activate') this.#choose(this.#content.groups.flat()[0]?.key);
    else if (!['ContextMenu', 'SecondaryActivate', 'Scroll'].includes(member)) return null;
    return NOTHING;
  }

  #itemProperties(): Readonly<Record<string, BusVariant>> {
    const { title } = this.#content;
    this.#icon ??= drawTrayIcon(this.#content);
    return {
      Category: text('Communications'),
      Id: text('guildhall'),
      Title: text(title),
      Status: text(statusOf(this.#content)),
      WindowId: { type: 'i', value: 0 },
      IconName: text(''),
      IconPixmap: { type: PIXMAPS, value: this.#icon },
      AttentionIconName: text(''),
      AttentionIconPixmap: { type: PIXMAPS, value: this.#icon },
      OverlayIconName: text(''),
      ToolTip: { type: `(s${PIXMAPS}ss)`, value: ['', [], title, ''] },
      ItemIsMenu: { type: 'b', value: true },
      Menu: { type: 'o', value: MENU.path },
    };
  }

  #answerMenu({ member, signature, body }: BusCall): BusValues | null {
    const values = readValues(body, signature);
    const [first] = values;
    switch (member) {
      case 'GetLayout':
        return { signature: `u${LAYOUT}`, values: [this.#revision, this.#layout(first)] };
      case 'GetGroupProperties':
        return { signature: 'a(ia{sv})', values: [this.#propertiesOf(first)] };
      case 'GetProperty':
        return toVariant(this.#properties().get(Number(first)) ?? {}, values[1]);
      case 'Event':
        this.#handleEvent(values);
        return NOTHING;
      case 'EventGroup':
        for (const event of Array.isArray(first) ? first : []) this.#handleEvent(event);
        return { signature: 'ai', values: [[]] };
      case 'AboutToShow':
        return { signature: 'b', values: [false] };
      case 'AboutToShowGroup':
        return { signature: 'aiai', values: [[], []] };
      default:
        return null;
    }
  }

  #handleEvent(event: BusValue): void {
    const [id, kind] = Array.isArray(event) ? event : [];
    if (kind !== 'clicked') return;
    for (const [key, known] of this.#ids) if (known === id) this.#choose(key);
  }

  #choose(key: string | undefined): void {
    const item = this.#content.groups.flat().find((one) => one.key === key);
    const now = this.options.clock.now();
    if (item?.isEnabled !== true) return;
    if (this.#chosenAt !== null && !hasPassed(now, this.#chosenAt, PACE_MS)) return;
    this.#chosenAt = now;
    this.#events.emit('chosen', { key: item.key });
  }

  /** An entry with its children. */
  #layout(wanted: BusValue | undefined): BusValue {
    const entries = [...this.#entries()];
    if (wanted !== ROOT) {
      const [id, properties] = entries.find(([one]) => one === wanted) ?? [Number(wanted), {}];
      return [id, toDictionary(properties), []];
    }
    const children = entries.map(([id, properties]) => ({
      type: LAYOUT,
      value: [id, toDictionary(properties), []],
    }));
    return [ROOT, toDictionary(ROOT_PROPERTIES), children];
  }

  /** @param wanted ids; empty: all */
  #propertiesOf(wanted: BusValue | undefined): BusValue {
    const ids = Array.isArray(wanted) ? wanted : [];
    return [...this.#properties()]
      .filter(([id]) => ids.length === 0 || ids.includes(id))
      .map(([id, properties]) => [id, toDictionary(properties)]);
  }

  /** The properties of the menu itself and of each entry, by id. */
  #properties(): Map<number, Readonly<Record<string, BusVariant>>> {
    return new Map([[ROOT, ROOT_PROPERTIES], ...this.#entries()]);
  }

  /** The properties of each menu entry, by id. */
  #entries(): Map<number, Readonly<Record<string, BusVariant>>> {
    const shown = this.#content.groups.filter((group) => group.length > 0);
    return new Map(
      shown.flatMap((group, index) => [
        ...(index === 0 ? [] : [[this.#idOf(`line ${index}`), { type: text('separator') }] as const]),
        ...group.map((item) => [this.#idOf(item.key), toProperties(item)] as const),
      ]),
    );
  }

  #idOf(key: string): number {
    const id = this.#ids.get(key) ?? this.#ids.size + 1;
    this.#ids.set(key, id);
    return id;
  }
}

const NOTHING: BusValues = { signature: '', values: [] };
const PIXMAPS = 'a(iiay)';
/** An entry: its id, its properties, and its children as variants of the same type. */
const LAYOUT = '(ia{sv}av)';

const ROOT_PROPERTIES: Readonly<Record<string, BusVariant>> = { 'children-display': text('submenu') };

const MENU_PROPERTIES: Readonly<Record<string, BusVariant>> = {
  Version: { type: 'u', value: MENU_VERSION },
  TextDirection: text('ltr'),
  Status: text('normal'),
  IconThemePath: { type: 'as', value: [] },
};

function toProperties({ label, isChecked, isEnabled }: TrayItem): Readonly<Record<string, BusVariant>> {
  const mark = {
    'toggle-type': text('checkmark'),
    'toggle-state': { type: 'i', value: isChecked === true ? 1 : 0 },
  };
  return {
    // An underscore marks the letter of an access key.
    label: text(label.replaceAll('_', '__')),
    enabled: { type: 'b', value: isEnabled },
    ...(isChecked === null ? {} : mark),
  };
}

/** One of the properties; null: there is none of this name. */
function toVariant(
  properties: Readonly<Record<string, BusVariant>>,
  name: BusValue | undefined,
): BusValues | null {
  const [, property] = Object.entries(properties).find(([key]) => key === name) ?? [];
  return property === undefined ? null : { signature: 'v', values: [property] };
}

function statusOf({ needsAttention }: IconState): string {
  return needsAttention ? 'NeedsAttention' : 'Active';
}

function text(value: string): BusVariant {
  return { type: 's', value };
}
