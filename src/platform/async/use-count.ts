export interface UseCountOptions {
  /** the first user has come */
  started(): void;
  /** the last user has gone */
  ended(): void;
}

/** Counts the users of something that runs only while it has users. */
export class UseCount {
  #users = 0;

  constructor(private readonly options: UseCountOptions) {}

  get isInUse(): boolean {
    return this.#users > 0;
  }

  /** Counts a user until the returned function is called; calling that again has no effect. */
  use(): () => void {
    this.#users += 1;
    if (this.#users === 1) this.options.started();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#users -= 1;
      if (this.#users === 0) this.options.ended();
    };
  }
}
