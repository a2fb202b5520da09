import { systemClock } from '#guildhall/platform/clock.js';
import { findSessionBus } from '#guildhall/platform/dbus/find-session-bus.js';
import { type BusSignal, SessionBus } from '#guildhall/platform/dbus/session-bus.js';
import { type BusValue, readValues } from '#guildhall/platform/dbus/values.js';

const NAME = 'org.kde.StatusNotifierWatcher';
const ITEM = { path: '/StatusNotifierItem', interface: 'org.kde.StatusNotifierItem' };
const MENU = { path: '/MenuBar', interface: 'com.canonical.dbusmenu' };
const PROPERTIES = 'org.freedesktop.DBus.Properties';

/** An entry of the menu, as a desktop shows it. */
export interface ShownEntry {
  readonly id: number;
  readonly label: string;
  readonly isEnabled: boolean;
  readonly isChecked: boolean | null;
}

/** The list of icons of a desktop on a session bus, which shows the last one that was registered. */
export class TrayWatcher {
  /** the unique names of the icons that were registered, each once: an icon may see this list appear while it registers */
  readonly items: string[] = [];
  /** the members of the signals of icons */
  readonly signals: string[] = [];

  private constructor(private readonly bus: SessionBus) {}

  static async start(address: string): Promise<TrayWatcher> {
    const path = findSessionBus({ DBUS_SESSION_BUS_ADDRESS: address }) ?? '';
    const bus = await SessionBus.connect(path, systemClock);
    const watcher = new TrayWatcher(bus);
    bus.answerCalls(({ member, signature, body }) => {
      if (member !== 'RegisterStatusNotifierItem') return null;
      const names = readValues(body, signature).map(String);
      watcher.items.push(...names.filter((name) => !watcher.items.includes(name)));
      return { signature: '', values: [] };
    });
    await bus.listen("type='signal'", ({ interface: of, member }: BusSignal) => {
      if (of === ITEM.interface || of === MENU.interface) watcher.signals.push(member);
    });
    await bus.call({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'RequestName',
      signature: 'su',
      values: [NAME, 0],
    });
    return watcher;
  }

  /** The panel ends. */
  stop(): void {
    this.bus.close();
  }

  /** The properties of the icon. */
  async item(): Promise<Map<string, unknown>> {
    const [properties] = await this.#call(ITEM.path, PROPERTIES, 'GetAll', 'a{sv}', ['s', [ITEM.interface]]);
    return toMap(properties);
  }

  /** The entries of the menu, without its lines. */
  async menu(): Promise<ShownEntry[]> {
    const layout = await this.callMenu('GetLayout', 'u(ia{sv}av)', ['iias', [0, -1, []]]);
    const [, , children] = layout[1] as [number, BusValue, { value: [number, BusValue] }[]];
    return children.flatMap(({ value: [id, list] }) => {
      const properties = toMap(list);
      if (properties.get('type') === 'separator') return [];
      const mark = properties.get('toggle-state');
      return {
        id,
        label: String(properties.get('label')),
        isEnabled: properties.get('enabled') === true,
        isChecked: mark === undefined ? null : mark === 1,
      };
    });
  }

  /** The person chooses an entry. */
  async choose(label: string): Promise<void> {
    const entry = (await this.menu()).find((one) => one.label === label);
    await this.click(entry?.id ?? -1);
  }

  async click(id: number): Promise<void> {
    await this.callMenu('Event', '', ['isvu', [id, 'clicked', { type: 'i', value: 0 }, 0]]);
  }

  /** @param reply the types of the reply @param args their types and values */
  callMenu(member: string, reply: string, args: [string, readonly BusValue[]]): Promise<BusValue[]> {
    return this.#call(MENU.path, MENU.interface, member, reply, args);
  }

  callItem(member: string, args: [string, readonly BusValue[]]): Promise<BusValue[]> {
    return this.#call(ITEM.path, ITEM.interface, member, '', args);
  }

  async #call(
    path: string,
    of: string,
    member: string,
    reply: string,
    [signature, values]: [string, readonly BusValue[]],
  ): Promise<BusValue[]> {
    const destination = this.items.at(-1) ?? '';
    return readValues(
      await this.bus.call({ destination, path, interface: of, member, signature, values }),
      reply,
    );
  }
}

function toMap(list: BusValue | undefined): Map<string, unknown> {
  return new Map((list as [string, { value: unknown }][]).map(([name, { value }]) => [name, value]));
}
