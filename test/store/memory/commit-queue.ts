import type { CommitListener } from '#guildhall/store/commit.js';
import { type Conflict, ConflictError, StoreBusyError } from '#guildhall/store/errors.js';

/** A change on its way into the store. */
export interface Submission {
  /** the guild or private channel that it is of; a change that is refused refuses those of the same subject after it */
  readonly subject?: string;
  /** what the change requires and does not find; null: it may be made */
  readonly check?: () => Conflict | null;
  /** makes the change, all of it at once */
  readonly apply?: () => void;
}

interface Waiting extends Submission {
  readonly listener: CommitListener;
  readonly resolve: () => void;
  readonly reject: (error: ConflictError) => void;
}

/** Makes changes in the order in which they are handed in, all of a turn of the event loop together, as a disk would. */
export class CommitQueue {
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  #closed = false;
  #committed: () => void = () => undefined;

  /** @param onError receives what listeners throw */
  constructor(private readonly onError: (error: unknown) => void) {}

  /** Sets what is called after each commit. */
  listenForCommits(listener: () => void): void {
    this.#committed = listener;
  }

  assertRoom(): void {
    if (this.#closed) throw new StoreBusyError();
  }

  /** @throws {ConflictError | StoreBusyError} */
  submit(submission: Submission, listener: CommitListener = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      this.assertRoom();
      this.#waiting.push({ ...submission, listener, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    await nextTurn();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      // Like a disk, it takes time: changes submitted during it wait for the next batch.
      await nextTurn();
      this.#commit(batch);
    }
    this.#running = null;
  }

  #commit(batch: readonly Waiting[]): void {
    const refused = new Map<Waiting, ConflictError>();
    const subjects = new Set<string>();
    for (const submission of batch) {
      const isFollower = subjects.has(submission.subject ?? '');
      const error = isFollower ? new ConflictError('version') : errorOf(submission);
      if (error === null) {
        submission.apply?.();
        continue;
      }
      refused.set(submission, error);
      if (submission.subject !== undefined) subjects.add(submission.subject);
    }
    for (const submission of batch) {
      const { committed, refused: refuse } = submission.listener;
      this.#call((refused.has(submission) ? refuse : committed)?.bind(submission.listener));
    }
    const followers = this.#takeFollowers(subjects);
    for (const submission of batch) settle(submission, refused.get(submission));
    for (const [submission, error] of followers) settle(submission, error);
    this.#call(this.#committed);
  }

  /** Refuses what listeners have just handed in on top of refused changes. */
  #takeFollowers(subjects: ReadonlySet<string>): Map<Waiting, ConflictError> {
    const followers = new Map<Waiting, ConflictError>();
    this.#waiting = this.#waiting.filter((submission) => {
      const isFollower = subjects.has(submission.subject ?? '');
      if (isFollower) followers.set(submission, new ConflictError('version'));
      return !isFollower;
    });
    for (const { listener } of followers.keys()) this.#call(listener.refused?.bind(listener));
    return followers;
  }

  #call(callback: (() => void) | undefined): void {
    try {
      callback?.();
    } catch (error) {
      this.onError(error);
    }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function errorOf({ check }: Waiting): ConflictError | null {
  const conflict = check?.() ?? null;
  return conflict === null ? null : new ConflictError(conflict);
}

function settle({ resolve, reject }: Waiting, error: ConflictError | undefined): void {
  if (error === undefined) resolve();
  else reject(error);
}
