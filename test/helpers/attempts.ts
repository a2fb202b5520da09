/** How often something is measured whose measure has a limit: a busy machine may interrupt one attempt, but not each. */
export const ATTEMPTS = 3;
