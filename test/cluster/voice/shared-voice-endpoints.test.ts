import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VoicePlace } from '#guildhall/api/core/voice-endpoint.js';
import { SharedVoiceEndpoints } from '#guildhall/cluster/voice/shared-voice-endpoints.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { RegisteredEndpoint } from '#guildhall/store/voice-endpoints.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';

const MEMBER = {
  ...{ guildId: '200', channelId: '11', userId: '1', sessionId: 'session' },
  ...{ maySpeak: true, mayListen: true },
};

/** What the node of the endpoint was asked for. */
interface Request {
  readonly op: 'admit' | 'remove';
  readonly token_hash: string;
}

/** A node whose members are at the endpoint `e` of another node. */
class Node {
  readonly clock = new ManualClock();
  readonly requests: Request[] = [];
  readonly places: VoicePlace[] = [];
  /** what the store was asked for */
  readonly asked: string[] = [];
  /** the endpoint of all channels */
  chosen = 'e';
  /** what the node of the endpoint replies */
  reply = 'done';
  live: RegisteredEndpoint[] = [{ id: 'e', node: 'other', link: 'link', address: 'voice.example:443' }];
  #receive: (text: string) => void = () => {};
  readonly endpoints = new SharedVoiceEndpoints({
    store: {
      live: async () => this.live,
      chosen: async (channelIds) => {
        this.asked.push(`chosen ${channelIds.join(' ')}`);
        return new Map(channelIds.map((id) => [id, this.chosen]));
      },
      choose: async (channelId) => {
        this.asked.push(`choose ${channelId}`);
        return this.live[0]?.id ?? null;
      },
      register: async () => {},
      release: async () => {},
    },
    bus: {
      request: async (_subject, text) => {
        this.requests.push(JSON.parse(text));
        return this.reply;
      },
      subscribe: (_subject, receive) => {
        this.#receive = receive;
        return () => {};
      },
    },
    clock: this.clock,
    elapsed: () => this.clock.now(),
    log: silentLogger,
    isOwn: () => true,
  });

  /** @returns the hash of the token with which the member was admitted */
  async join(): Promise<string> {
    const before = this.places.length;
    this.endpoints.admit(MEMBER, (place) => this.places.push(place));
    await settle();
    assert.equal(this.places.length, before + 1);
    return this.requests.findLast(({ op }) => op === 'admit')?.token_hash ?? '';
  }

  /** The endpoint reports that the session with a token ended. */
  ended(tokenHash: string): void {
    this.#receive(JSON.stringify({ spoke: [], ended: [[MEMBER.guildId, MEMBER.userId, tokenHash]] }));
  }
}

describe('Members at the endpoints of a cluster', () => {
  test('a late report of an ended session leaves the newer admission', async () => {
    const node = new Node();
    const first = await node.join();
    const second = await node.join();
    node.ended(first);
    assert.equal(node.endpoints.update(MEMBER), true);
    node.ended(second);
    assert.equal(node.endpoints.update(MEMBER), false);
  });

  test('after the end of an endpoint the store chooses once for each channel', async () => {
    const node = new Node();
    for (let user = 0; user < 200; user += 1) {
      const member = { ...MEMBER, userId: String(user), channelId: user % 2 === 0 ? '11' : '12' };
      node.endpoints.admit(member, (place) => node.places.push(place));
    }
    await node.clock.advance(0);
    assert.equal(node.places.length, 200);
    node.asked.length = 0;
    node.live = [{ id: 'f', node: 'other', link: 'new', address: 'voice.example:444' }];
    await node.clock.advance(2_000);
    assert.deepEqual(node.asked, ['chosen 11 12', 'choose 11', 'choose 12']);
    assert.equal(node.places.length, 400);
  });

  test('a member who joins needs only the endpoint of their channel', async () => {
    const node = new Node();
    await node.join();
    node.asked.length = 0;
    node.endpoints.admit({ ...MEMBER, userId: '2', channelId: '12' }, (place) => node.places.push(place));
    await settle();
    assert.deepEqual([node.asked, node.places.length], [['chosen 12'], 2]);
  });

  test('a member is removed from an endpoint that was away meanwhile', async () => {
    const node = new Node();
    const tokenHash = await node.join();
    const { live } = node;
    node.live = [];
    await node.clock.advance(2_000);
    node.endpoints.remove(MEMBER.guildId, MEMBER.userId);
    await node.clock.advance(60_000);
    const isRemoval = (request: Request) => request.op === 'remove' && request.token_hash === tokenHash;
    assert.equal(node.requests.some(isRemoval), false);
    node.live = live;
    await node.clock.advance(2_000);
    assert.equal(node.requests.filter(isRemoval).length, 1);
  });

  test('a removal that does not arrive at a live endpoint is repeated until it does', async () => {
    const node = new Node();
    await node.join();
    node.reply = '';
    node.endpoints.remove(MEMBER.guildId, MEMBER.userId);
    await node.clock.advance(3_600_000);
    node.requests.length = 0;
    node.reply = 'done';
    await node.clock.advance(20_000);
    assert.deepEqual(
      node.requests.map(({ op }) => op),
      ['remove'],
    );
  });

  test('a removal is given up when its endpoint has not existed for five minutes', async () => {
    for (const [goneMs, removals] of [
      [290_000, 1],
      [310_000, 0],
    ] as const) {
      const node = new Node();
      await node.join();
      node.reply = '';
      node.endpoints.remove(MEMBER.guildId, MEMBER.userId);
      await node.clock.advance(600_000);
      const { live } = node;
      node.live = [];
      await node.clock.advance(goneMs);
      node.requests.length = 0;
      [node.live, node.reply] = [live, 'done'];
      await node.clock.advance(20_000);
      assert.equal(node.requests.length, removals);
    }
  });
});
