import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VoiceStateSender } from '#guildhall/client/gateway/voice-state-sender.js';
import { ControlError } from '#guildhall/control/errors.js';
import { GuildNames } from '#guildhall/control/guilds/guild-names.js';
import type { RawRequest } from '#guildhall/control/operation.js';
import { selectVoiceChannel as selectInConsole } from '#guildhall/control/operations/voice.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { Channel } from '#guildhall/protocol/objects/channel.js';
import { RpcError } from '#guildhall/protocol/rpc/errors.js';
import { selectVoiceChannel } from '#guildhall/rpc/commands/select-voice-channel.js';
import type { CommandContext } from '#guildhall/rpc/context.js';
import { LocalVoiceRoom } from '#guildhall/voice/local-voice-room.js';
import { ManualClock, settle } from '../hardware/support/manual-clock.js';
import { fc } from '../helpers/fast-check.js';
import { guild, textChannel } from '../helpers/objects.js';
import { MockChatClient } from '../mocks/mock-client.js';
import { MockHardware } from '../mocks/mock-hardware.js';
import { MockVoiceLink } from '../mocks/mock-voice-link.js';
import { createUnsavedSettings } from '../mocks/unsaved-settings.js';

const RUNS = Number(process.env.GUILDHALL_TEST_RUNS ?? 300);

/** Channel 14 arrives late. */
const CHANNELS = ['12', '13', '14'];
const LATE = '14';

const TIMED_OUT = 5001;
const FORCE_REQUIRED = 5003;
const INVALID_CHANNEL = 4005;
const TOO_MANY = 4000;

/** Requests of one connection that may be pending. */
const MOST = 3;

/** A move that the service made, requested or not. */
interface Move {
  readonly channelId: string | null;
  /** whether the service or a command that succeeded wanted it */
  isWanted: boolean;
}

/** A service that carries out what it is asked for in its order, late or not at all, and the client that asks it. */
class ModelClient extends MockChatClient {
  channelId: string | null = null;
  /** what moved the person, oldest first */
  readonly made: Move[] = [];
  readonly asked: Move[] = [];
  /** what has arrived on the present connection, or is in transit */
  #inbox: Move[] = [];
  #isStalled = false;
  #hasLeftUnheard = false;
  readonly #sender: VoiceStateSender;

  constructor(
    private readonly clock: ManualClock,
    private readonly latencyMs: number,
  ) {
    super();
    this.#sender = new VoiceStateSender({
      clock,
      current: () =>
        this.voiceChannelId === null ? null : { guildId: '200', channelId: this.voiceChannelId },
      send: ({ channel_id: channelId }) => this.#ask(channelId ?? null),
    });
    this.on('ownVoiceChannel', () => this.#sender.channelChanged());
    this.on('connection', ({ connected }) => {
      if (!connected) this.#sender.cancel();
    });
  }

  override moveToVoiceChannel(channel: Channel | null): void {
    this.#sender.move(channel);
  }

  override rejoinVoiceChannel(): void {
    this.#sender.rejoin();
  }

  /** A command succeeded. */
  succeeded(channelId: string | null): void {
    if (channelId === null && !this.connected) this.#hasLeftUnheard = true;
    const move = this.asked.findLast((each) => each.channelId === channelId);
    if (move !== undefined) move.isWanted = true;
  }

  /** The service moves the person, who must be in voice, without a request. */
  moveByItself(channelId: string | null): void {
    if (this.channelId !== null) this.#make({ channelId, isWanted: true });
  }

  stall(ms: number): void {
    this.#isStalled = true;
    this.clock.after(ms, () => {
      this.#isStalled = false;
      this.#work();
    });
  }

  /** The connection is lost with what is in transit; the session is resumed later. */
  loseConnection(ms: number): void {
    if (!this.connected) return;
    this.#inbox = [];
    this.setConnected(false);
    this.clock.after(ms, () => {
      this.#show(this.channelId);
      if (this.#hasLeftUnheard) this.made.push({ channelId: null, isWanted: true });
      this.#hasLeftUnheard = false;
      this.setConnected(true);
    });
  }

  #ask(channelId: string | null): void {
    if (!this.connected) return;
    const move = { channelId, isWanted: false };
    this.asked.push(move);
    const inbox = this.#inbox;
    this.clock.after(this.latencyMs, () => {
      inbox.push(move);
      this.#work();
    });
  }

  #work(): void {
    if (this.#isStalled || !this.connected) return;
    for (const move of this.#inbox.splice(0)) this.#make(move);
  }

  #make(move: Move): void {
    this.made.push(move);
    this.channelId = move.channelId;
    this.clock.after(this.latencyMs, () => this.connected && this.#show(move.channelId));
  }

  #show(channelId: string | null): void {
    this.dispatch('VOICE_STATE_UPDATE', {
      ...{ guild_id: '200', channel_id: channelId, user_id: '1', session_id: 's', suppress: false },
      ...{ deaf: false, mute: false, self_deaf: false, self_mute: false },
    });
  }
}

type Action =
  | {
      readonly kind: 'select';
      readonly who: 'first' | 'second' | 'console';
      readonly channelId: string | null;
      readonly force: boolean;
      readonly timeout: number;
    }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'move'; readonly channelId: string | null }
  | { readonly kind: 'stall'; readonly ms: number }
  | { readonly kind: 'outage'; readonly ms: number }
  | { readonly kind: 'rejoin' | 'create' | 'close' };

const channelIds = fc.constantFrom(null, null, ...CHANNELS);
const milliseconds = fc.oneof(fc.nat(100), fc.nat(20_000));
const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('select' as const),
        who: fc.constantFrom('first' as const, 'second' as const, 'console' as const),
        channelId: channelIds,
        force: fc.boolean(),
        timeout: fc.constantFrom(0, 0, 1, 20),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: milliseconds }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        channelId: fc.constantFrom(null, '12', '13'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('stall' as const, 'outage' as const), ms: milliseconds }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('rejoin' as const, 'create' as const, 'close' as const) }),
    },
  ),
  { minLength: 1, maxLength: 16, size: 'max' },
);

interface Command {
  /** the connection, or the console */
  readonly from: AbortController | 'console';
  readonly channelId: string | null;
  /** when it was sent */
  readonly at: number;
  /** the number of replies before it was sent */
  readonly repliesBefore: number;
}

interface Reply extends Command {
  /** the place of the command in the sequence */
  readonly index: number;
  /** null: success */
  readonly code: number | null;
  readonly answeredAt: number;
}

/** Two applications, the console, and the person's voice with a modeled service. */
class World {
  readonly clock = new ManualClock();
  readonly client: ModelClient;
  readonly replies: Reply[] = [];
  readonly #voice: LocalVoiceRoom;
  readonly #sessions = { first: new AbortController(), second: new AbortController() };
  readonly #sessionIds = new Map<AbortController, string>();
  commands = 0;
  hasFaults = false;
  hasClosed = false;

  constructor(latencyMs: number) {
    this.client = new ModelClient(this.clock, latencyMs);
    this.#voice = new LocalVoiceRoom({
      client: this.client,
      hardware: new MockHardware(this.clock),
      link: new MockVoiceLink(),
      saved: createUnsavedSettings(),
      clock: this.clock,
      log: silentLogger,
    });
    const channels = CHANNELS.filter((id) => id !== LATE).map((id) => textChannel(id, { type: 2 }));
    this.client.addGuild(guild('200', { channels }));
  }

  async run(action: Action): Promise<void> {
    switch (action.kind) {
      case 'select':
        this.#select(action);
        break;
      case 'wait':
        await this.clock.advance(action.ms);
        break;
      case 'move':
        this.client.moveByItself(action.channelId);
        break;
      case 'stall':
        this.hasFaults = true;
        this.client.stall(action.ms);
        break;
      case 'outage':
        this.hasFaults = true;
        this.client.loseConnection(action.ms);
        break;
      case 'rejoin':
        this.hasFaults = true;
        this.client.rejoinVoiceChannel();
        break;
      case 'create':
        this.client.dispatch('CHANNEL_CREATE', textChannel(LATE, { type: 2, guild_id: '200' }));
        break;
      case 'close':
        this.hasClosed = true;
        this.#sessions.first.abort();
        this.#sessions.first = new AbortController();
        break;
    }
  }

  #select({ who, channelId, force, timeout }: Extract<Action, { kind: 'select' }>): void {
    const index = this.commands;
    this.commands += 1;
    const from = who === 'console' ? who : this.#sessions[who];
    const command = { from, channelId, at: this.clock.now(), repliesBefore: this.replies.length };
    const answer = (code: number | null) => {
      if (code === null) this.client.succeeded(channelId);
      this.replies.push({ ...command, index, code, answeredAt: this.clock.now() });
    };
    const [client, voice] = [this.client, this.#voice];
    if (from === 'console') {
      const call = {
        control: { client, voice, names: new GuildNames(client.state) },
        body: { channel_id: channelId, force },
      };
      selectInConsole
        .invoke({ ...call, params: {}, signal: new AbortController().signal } as unknown as RawRequest<never>)
        .then(
          () => answer(null),
          (error: unknown) => answer(toCode(error)),
        );
      return;
    }
    const session = { id: this.#idOf(from), closed: from.signal };
    const limits = { pendingVoiceSelections: MOST };
    const context = { client, voice, session, limits, clock: this.clock } as unknown as CommandContext;
    const args = { channel_id: channelId, force, timeout };
    Promise.resolve(selectVoiceChannel.run(context, args, null)).then(
      () => answer(null),
      (error: unknown) => answer(toCode(error)),
    );
  }

  #idOf(session: AbortController): string {
    const id = this.#sessionIds.get(session) ?? `${this.#sessionIds.size}`;
    this.#sessionIds.set(session, id);
    return id;
  }
}

/** A request of the person ends those of applications before time continues. */
function assertPersonGoesFirst(replies: readonly Reply[]): void {
  // A channel that is unknown is not a request.
  for (const own of replies.filter(({ from, code }) => from === 'console' && code !== INVALID_CHANNEL)) {
    const earlier = replies.filter(({ from, index }) => from !== 'console' && index < own.index);
    assert.ok(earlier.every(({ answeredAt }) => answeredAt <= own.at));
  }
}

/** A request is refused only while its connection has as many pending as it may have. */
function assertRefusedForNumber(replies: readonly Reply[]): void {
  for (const refused of replies.filter(({ code }) => code === TOO_MANY)) {
    const pending = replies.slice(refused.repliesBefore).filter(({ from, index, code }) => {
      const isPending = code !== TOO_MANY && code !== INVALID_CHANNEL;
      return from === refused.from && index < refused.index && isPending;
    });
    assert.ok(pending.length >= MOST);
  }
}

function toCode(error: unknown): number {
  if (error instanceof RpcError) return error.code;
  assert.ok(error instanceof ControlError, String(error));
  const codes: Partial<Record<string, number>> = {
    refused: FORCE_REQUIRED,
    unavailable: TIMED_OUT,
    not_found: INVALID_CHANNEL,
  };
  return codes[error.code] ?? assert.fail(error.message);
}

test('any sequence of SELECT_VOICE_CHANNEL ends where its last success says, with the replies in order', async () => {
  await fc.assert(
    fc.asyncProperty(actions, fc.nat(60), async (sequence, latencyMs) => {
      const world = new World(latencyMs);
      for (const action of sequence) await world.run(action);
      await world.clock.advance(120_000);
      await settle();
      const { client, commands, replies } = world;
      assert.equal(replies.length, commands);
      // A deadline is the command's own, and an invalid channel is none that could be waited for.
      const ordered = replies.filter(({ code }) => code === null || code === FORCE_REQUIRED);
      for (const console of [true, false]) {
        const order = ordered
          .filter(({ from }) => (from === 'console') === console)
          .map(({ index }) => index);
        assert.deepEqual(
          order,
          order.toSorted((a, b) => a - b),
        );
      }
      assertPersonGoesFirst(replies);
      assertRefusedForNumber(replies);
      const wanted = client.made.filter(({ isWanted }) => isWanted).map(({ channelId }) => channelId);
      assert.equal(client.channelId, client.voiceChannelId);
      const hasMovedByItself = sequence.some(({ kind }) => kind === 'move');
      // A withdrawn join and a repeated one name the channel where the person was, which may cross a move by the service. A join
      // whose connection has closed is carried out.
      const abandoned = world.hasClosed ? client.asked.map(({ channelId }) => channelId) : [];
      // A leave that timed out may be carried out later.
      const mayStillLeave = replies.some(({ channelId, code }) => channelId === null && code === TIMED_OUT);
      if (world.hasClosed || mayStillLeave || (hasMovedByItself && world.hasFaults))
        assert.ok([null, ...wanted, ...abandoned].includes(client.channelId));
      else assert.equal(client.channelId, wanted.at(-1) ?? null);
    }),
    { numRuns: RUNS, seed: 1 },
  );
});
