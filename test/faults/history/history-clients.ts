import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { parseJson } from '#guildhall/platform/text/parse-json.js';
import type { World } from '../../api/support/world.js';
import { eventually } from '../../helpers/eventually.js';
import { Random, SEED } from '../../helpers/random.js';
import {
  type Append,
  assertAppended,
  assertLinearizable,
  type ListRead,
  type RegisterOperation,
} from './check-history.js';

const CLIENTS = 6;
/** The longest pause between two requests of a client, in milliseconds. */
const PAUSE_MS = 15;
/** After how long a client gives up, in milliseconds: the outcome is unknown then. */
const GIVE_UP_MS = 3_000;
/** The messages of a page: more are not appended. */
const PAGE = 100;
/** How much longer than others the wait for a service that is back may take. */
const BACK_SHARE = 3;

interface Reply {
  readonly status: number;
  /** whether nothing of a change is stored (docs/rest.md, Errors) */
  readonly isRefused: boolean;
  readonly body: unknown;
}

/** Clients that rename a guild and read its name, and post messages and read them, at random and over random nodes. */
export class HistoryClients {
  #now = 0;
  #values = 0;
  readonly #outcomes = new Map<string, number>();
  /** changes of earlier rounds without a reply, which may happen in a later one */
  #late: readonly RegisterOperation[] = [];

  /** @param urls of the nodes' REST interfaces, at the moment */
  constructor(
    private readonly urls: () => readonly string[],
    private readonly world: Pick<World, 'bot' | 'guild'>,
  ) {}

  /** How many requests of each kind had each status. */
  describe(): string {
    return [...this.#outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  }

  /**
   * Runs the clients, and checks what they were answered.
   *
   * @param run the faults; the clients end after it
   */
  async check(round: number, run: () => Promise<void>): Promise<void> {
    const random = new Random(SEED + round * CLIENTS);
    const initial = `round ${round}`;
    const guild = `/guilds/${this.world.guild}`;
    await this.#untilDone(random, 'PATCH', guild, { name: initial });
    const made = await this.#untilDone(random, 'POST', `${guild}/channels`, {
      name: `round-${round}`,
      type: 0,
    });
    const messages = `/channels/${field(made, 'id')}/messages`;
    const history: History = { register: [...this.#late], appends: [], reads: [] };
    const isOver = { value: false };
    const clients = Array.from({ length: CLIENTS }, (_, index) =>
      this.#run(new Random(SEED + round * CLIENTS + index + 1), { guild, messages, history, isOver }),
    );
    try {
      await run();
    } finally {
      isOver.value = true;
      await Promise.all(clients);
    }
    const start = this.#next();
    const name = field(await this.#untilDone(random, 'GET', guild), 'name');
    history.register.push({ kind: 'read', value: name, start, end: this.#next() });
    const items = contents(await this.#untilDone(random, 'GET', `${messages}?limit=${PAGE}`));
    assertLinearizable(history.register, initial);
    const read = new Set(history.register.flatMap(({ kind, value }) => (kind === 'read' ? [value] : [])));
    this.#late = history.register.filter(
      ({ end, value }) => end === Number.POSITIVE_INFINITY && !read.has(value),
    );
    assertAppended(items, history.appends, history.reads);
  }

  async #run(
    random: Random,
    {
      guild,
      messages,
      history,
      isOver,
    }: { guild: string; messages: string; history: History; isOver: { value: boolean } },
  ): Promise<void> {
    while (!isOver.value) {
      const action = random.below(6);
      if (action < 2) await this.#write(random, guild, history);
      else if (action < 4) await this.#read(random, guild, history);
      else if (action === 4 && history.appends.length + CLIENTS < PAGE)
        await this.#append(random, messages, history);
      else await this.#list(random, messages, history);
      await delay(random.below(PAUSE_MS));
    }
  }

  async #write(random: Random, guild: string, { register }: History): Promise<void> {
    const value = this.#newValue();
    const start = this.#next();
    const reply = await this.#request(random, 'PATCH', guild, { name: value });
    if (reply?.isRefused !== true) register.push({ kind: 'write', value, start, end: this.#end(reply) });
  }

  async #read(random: Random, guild: string, { register }: History): Promise<void> {
    const start = this.#next();
    const reply = await this.#request(random, 'GET', guild);
    if (reply?.status !== 200) return;
    register.push({ kind: 'read', value: field(reply.body, 'name'), start, end: this.#next() });
  }

  async #append(random: Random, messages: string, { appends }: History): Promise<void> {
    const item = this.#newValue();
    const start = this.#next();
    const reply = await this.#request(random, 'POST', messages, { content: item });
    if (reply?.isRefused !== true) appends.push({ item, start, end: this.#end(reply) });
  }

  async #list(random: Random, messages: string, { reads }: History): Promise<void> {
    const start = this.#next();
    const reply = await this.#request(random, 'GET', `${messages}?limit=${PAGE}`);
    if (reply?.status === 200) reads.push({ items: contents(reply.body), start, end: this.#next() });
  }

  #next(): number {
    this.#now += 1;
    return this.#now;
  }

  #newValue(): string {
    this.#values += 1;
    return `v${this.#values}`;
  }

  /** When a change ended; unknown without a reply, and with one that says so. */
  #end(reply: Reply | null): number {
    const isDone = reply !== null && reply.status < 300;
    assert.ok(isDone || reply === null || reply.status === 503, `unexpected ${reply?.status}`);
    return isDone ? this.#next() : Number.POSITIVE_INFINITY;
  }

  /** Repeats a request until it succeeds. */
  async #untilDone(random: Random, method: string, path: string, json?: object): Promise<unknown> {
    const reply = await eventually(
      async () => {
        const reply = await this.#request(random, method, path, json);
        return reply !== null && reply.status < 300 && reply;
      },
      { share: BACK_SHARE, describe: () => `${method} ${path} fails: ${this.describe()}` },
    );
    return reply.body;
  }

  /** @returns null: there was no reply */
  async #request(random: Random, method: string, path: string, json?: object): Promise<Reply | null> {
    const urls = this.urls();
    const url = urls[random.below(urls.length)];
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(GIVE_UP_MS),
        headers: { authorization: this.world.bot, 'content-type': 'application/json' },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
      const { headers, status } = response;
      const body = parseJson(await response.text());
      this.#count(`${method} ${status}`);
      return { status, isRefused: status === 503 && headers.has('retry-after'), body };
    } catch {
      this.#count(`${method} without a reply`);
      return null;
    }
  }

  #count(outcome: string): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }
}

/** What clients were answered in one round. */
interface History {
  readonly register: RegisterOperation[];
  readonly appends: Append[];
  readonly reads: ListRead[];
}

function field(body: unknown, name: string): string {
  const value: unknown = Object(body)[name];
  assert.ok(typeof value === 'string', `no ${name} in ${JSON.stringify(body)}`);
  return value;
}

/** The contents of messages, oldest first. */
function contents(body: unknown): string[] {
  assert.ok(Array.isArray(body), JSON.stringify(body));
  return body.map((message: unknown) => field(message, 'content')).reverse();
}
