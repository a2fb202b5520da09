import type { Clock } from '../../../platform/clock.js';
import type { Component } from '../../../platform/lifecycle.js';
import type { Logger } from '../../../platform/log.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { LinkMember } from '../../../protocol/voice/link.js';
import type { LocalVoiceEndpoint } from '../local-voice-endpoint.js';
import { fromLinkMember } from '../remote/link-member.js';

/** How long members stay without their service, and until a service that was started again admits them, in milliseconds. */
export const KEPT_WITHOUT_SERVICE_MS = 60_000;

interface Known {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  readonly tokenHash: string;
  /** whether the service has admitted them over the present link */
  isConfirmed: boolean;
  /** when they spoke, as last reported */
  reportedAt: number | null;
}

type Endpoint = Pick<LocalVoiceEndpoint, 'admitHashed' | 'lastSpeech' | 'remove' | 'update'>;

/**
 * The members that the service has admitted to an endpoint that runs alone. They stay while the service is restarted, but
 * not for long: the service could not remove them.
 */
export class AdmittedMembers implements Component {
  readonly #known = new Map<string, Known>();
  #service: string | null = null;
  #isLinked = false;
  #cancelPendingRemoval: (() => void) | null = null;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  admit(member: LinkMember, tokenHash: string): void {
    const { guild_id: guildId, user_id: userId } = member;
    const key = `${guildId} ${userId}`;
    const reportedAt = this.#known.get(key)?.reportedAt ?? null;
    this.#known.set(key, { guildId, userId, tokenHash, isConfirmed: true, reportedAt });
    this.endpoint.admitHashed(fromLinkMember(member), tokenHash);
  }

  update(member: LinkMember): void {
    this.endpoint.update(fromLinkMember(member));
  }

  /** The endpoint has removed a member whose session was not resumed. @returns the hash of their token */
  forget(guildId: Snowflake, userId: Snowflake): string | undefined {
    const key = `${guildId} ${userId}`;
    const known = this.#known.get(key);
    this.#known.delete(key);
    return known?.tokenHash;
  }

  remove(guildId: Snowflake, userId: Snowflake): void {
    this.forget(guildId, userId);
    this.endpoint.remove(guildId, userId);
  }

  /** The service is there, and admits its members. */
  linked(): void {
    this.#isLinked = true;
    this.#distrust();
  }

  /** The service has admitted all its members. @param service differs after each start of the service */
  synced(service: string): void {
    const isSame = service === this.#service;
    this.#service = service;
    this.#cancelRemoval();
    // After a restart members join again, when their clients have noticed it.
    if (isSame) this.#removeUnconfirmed();
    else this.#removeLater(() => this.#removeUnconfirmed());
  }

  /** The service is gone, or cannot be reached once more. */
  unlinked(): void {
    if (!this.#isLinked) return;
    this.#isLinked = false;
    this.#distrust();
    // A link that is lost again before all members were admitted gives those before it no more time.
    if (this.#cancelPendingRemoval === null)
      this.#removeLater(() => {
        this.log.warn('the service has not returned; members are disconnected');
        this.#removeUnconfirmed();
      });
  }

  /** The users who spoke since the last call, as guild and user. */
  takeSpeakers(): [Snowflake, Snowflake][] {
    const speakers: [Snowflake, Snowflake][] = [];
    for (const each of this.#known.values()) {
      const spokeAt = this.endpoint.lastSpeech(each.guildId, each.userId);
      if (spokeAt === null || spokeAt === each.reportedAt) continue;
      each.reportedAt = spokeAt;
      speakers.push([each.guildId, each.userId]);
    }
    return speakers;
  }

  async stop(): Promise<void> {
    this.#cancelRemoval();
  }

  #distrust(): void {
    for (const each of this.#known.values()) each.isConfirmed = false;
  }

  #removeLater(remove: () => void): void {
    this.#cancelRemoval();
    this.#cancelPendingRemoval = this.clock.after(KEPT_WITHOUT_SERVICE_MS, () => {
      this.#cancelPendingRemoval = null;
      remove();
    });
  }

  #cancelRemoval(): void {
    this.#cancelPendingRemoval?.();
    this.#cancelPendingRemoval = null;
  }

  #removeUnconfirmed(): void {
    for (const { guildId, isConfirmed, userId } of [...this.#known.values()]) {
      if (!isConfirmed) this.remove(guildId, userId);
    }
  }
}
