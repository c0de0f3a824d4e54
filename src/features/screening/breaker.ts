import type { Clock } from '../../kernel/clock.ts';

/** Consecutive failures that open the breaker, so that a dead provider doesn't slow every order. */
const maxFailures = 3;
const cooldownMs = 30_000;

export type Breaker = {
  /** Runs the task, or throws `createError()` while open. After the cooldown, one call goes through. */
  run<T>(task: () => Promise<T>, createError: () => Error): Promise<T>;
  isOpen(): boolean;
};

export function createBreaker(clock: Clock): Breaker {
  let failures = 0;
  let openUntil = 0;
  // A longer remaining time means the clock was set back.
  const isOpen = () => {
    const remainingMs = openUntil - clock().getTime();
    return remainingMs > 0 && remainingMs <= cooldownMs;
  };
  return {
    isOpen,
    async run(task, createError) {
      if (isOpen()) throw createError();
      // Rejects other callers while the first call after a cooldown runs.
      if (failures >= maxFailures) openUntil = clock().getTime() + cooldownMs;
      try {
        const value = await task();
        [failures, openUntil] = [0, 0];
        return value;
      } catch (error) {
        failures += 1;
        if (failures >= maxFailures) openUntil = clock().getTime() + cooldownMs;
        throw error;
      }
    },
  };
}
