/** The fields of voice settings that the model knows. */
export interface Fields {
  readonly mute?: boolean;
  readonly deaf?: boolean;
  /** of the input */
  readonly input?: number;
  /** of the one other user */
  readonly user?: number;
}

export const DEFAULTS: Required<Fields> = { mute: false, deaf: false, input: 100, user: 100 };

/** The rules of docs/rpc.md, Voice settings: the person's own settings, and over them those of the application with the lock. */
export class SettingsModel {
  readonly #layers = new Map<string, Fields>();
  readonly #connections = new Map<string, Set<number>>();
  #own: Fields = {};
  #holder: string | null = null;

  get holder(): string | null {
    return this.#holder;
  }

  get effective(): Required<Fields> {
    const layer = this.#holder === null ? {} : this.#layers.get(this.#holder);
    return { ...DEFAULTS, ...this.#own, ...layer };
  }

  mayChange(application: string, connection: number): boolean {
    const isConnected = this.#connections.get(application)?.has(connection) === true;
    return isConnected && (this.#holder ?? application) === application;
  }

  connect(application: string, connection: number): void {
    const connections = this.#connections.get(application) ?? new Set();
    const isFirst = connections.size === 0;
    this.#connections.set(application, connections.add(connection));
    if (isFirst && this.#holder === null && this.#layers.has(application)) this.#holder = application;
  }

  disconnect(application: string, connection: number): void {
    const connections = this.#connections.get(application);
    connections?.delete(connection);
    if (this.#holder === application && (connections?.size ?? 0) === 0) this.#holder = null;
  }

  change(application: string, fields: Fields): void {
    const before = this.#holder === application ? this.#layers.get(application) : {};
    this.#holder = application;
    this.#layers.set(application, { ...before, ...fields });
  }

  changeOwn(fields: Fields): void {
    this.#own = { ...this.#own, ...fields };
    if (this.#holder === null) return;
    const layer = Object.entries(this.#layers.get(this.#holder) ?? {});
    this.#layers.set(this.#holder, Object.fromEntries(layer.filter(([name]) => !(name in fields))));
  }

  /** The daemon stopped or crashed, and started again. */
  restart(): void {
    this.#connections.clear();
    this.#holder = null;
  }
}
