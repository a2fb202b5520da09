import { WebSocket } from 'ws';
import type { Acknowledged } from '../cluster/acknowledged.js';
import { findKeys, newestKeys } from './service-changes.js';
import { HOST } from './service-request.js';

/** The pause before another connection, and between heartbeats, in milliseconds. */
const AGAIN_MS = 200;
const HEARTBEAT_MS = 5_000;
/** The letter of the keys that an event is about. */
const LETTERS: Readonly<Record<string, string>> = {
  MESSAGE_CREATE: 'm',
  CHANNEL_UPDATE: 'c',
  GUILD_ROLE_UPDATE: 'r',
  GUILD_MEMBER_UPDATE: 'n',
  GUILD_UPDATE: 'g',
};

/** What a session has of a guild. */
export interface GuildOfSession {
  /** the keys in its GUILD_CREATE */
  readonly created: readonly string[];
  /** changes that were acknowledged before the session began */
  readonly before: ReadonlySet<string>;
  /** the keys of the events since then, in order */
  readonly received: string[];
}

interface Payload {
  readonly op: number;
  readonly t: string | null;
  readonly d: { readonly id?: string; readonly guild_id?: string; readonly channel_id?: string };
}

/** A gateway session on one node, which starts over when its connection is lost. */
export class ServiceSession {
  readonly guilds = new Map<string, GuildOfSession>();
  /** how many sessions there were */
  starts = 0;
  #socket: WebSocket | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @param guildOfChannel the guild of each channel with messages */
  constructor(
    readonly host: string,
    private readonly token: string,
    private readonly guildOfChannel: ReadonlyMap<string, string>,
    private readonly acknowledged: Acknowledged,
  ) {
    this.#connect();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
  }

  #connect(): void {
    this.guilds.clear();
    const headers = { host: HOST };
    const socket = new WebSocket(`ws://${this.host}/?v=6&encoding=json`, { headers });
    this.#socket = socket;
    let before = new Map<string, ReadonlySet<string>>();
    socket.on('message', (data) => {
      const payload: Payload = JSON.parse(String(data));
      if (payload.op === 10) {
        this.starts += 1;
        const ids = [...this.guildOfChannel.values()];
        before = new Map(ids.map((id) => [id, new Set(this.acknowledged.keys(id))]));
        socket.send(JSON.stringify({ op: 2, d: { token: this.token, properties: {} } }));
      }
      if (payload.op === 7 || payload.op === 9) socket.terminate();
      if (payload.op === 0) this.#receive(payload, before);
    });
    const beat = setInterval(() => socket.send('{"op":1,"d":null}', () => undefined), HEARTBEAT_MS);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(beat);
      if (!this.#isStopped) this.#timer = setTimeout(() => this.#connect(), AGAIN_MS);
    });
  }

  #receive({ t, d }: Payload, before: ReadonlyMap<string, ReadonlySet<string>>): void {
    if (t === 'GUILD_CREATE' && d.id !== undefined) {
      const created = newestKeys(findKeys(JSON.stringify(d)));
      this.guilds.set(d.id, { created, received: [], before: before.get(d.id) ?? new Set() });
    }
    if (t === 'GUILD_DELETE' && d.id !== undefined) this.guilds.delete(d.id);
    const letter = LETTERS[t ?? ''];
    if (letter === undefined) return;
    const id = t === 'GUILD_UPDATE' ? d.id : (d.guild_id ?? this.guildOfChannel.get(d.channel_id ?? ''));
    const [key] = findKeys(JSON.stringify(d)).filter((one) => one[0] === letter);
    if (key !== undefined) this.guilds.get(id ?? '')?.received.push(key);
  }
}
