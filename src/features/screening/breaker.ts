import type { Clock } from '../../kernel/clock.ts';

/** After so many failures in a row nobody is asked for a while, so that a dead company does not slow every order. */
const failuresAllowed = 3;
const restMs = 30_000;

export type Breaker = {
  /** Runs an act, or throws what `resting` makes while the other side has its rest; after it one try goes through. */
  run<T>(act: () => Promise<T>, resting: () => Error): Promise<T>;
  isResting(): boolean;
};

export function breaker(clock: Clock): Breaker {
  let failures = 0;
  let restUntil = 0;
  // No rest is longer than this: one that is was begun by a clock that ran ahead.
  const isResting = () => {
    const left = restUntil - clock().getTime();
    return left > 0 && left <= restMs;
  };
  return {
    isResting,
    async run(act, resting) {
      if (isResting()) throw resting();
      // The first after a rest goes alone: until it has answered the others rest on.
      if (failures >= failuresAllowed) restUntil = clock().getTime() + restMs;
      try {
        const value = await act();
        [failures, restUntil] = [0, 0];
        return value;
      } catch (error) {
        failures += 1;
        if (failures >= failuresAllowed) restUntil = clock().getTime() + restMs;
        throw error;
      }
    },
  };
}
