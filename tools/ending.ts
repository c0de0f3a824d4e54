/**
 * How a program ends that has something to put away: once, whether it is done, told to by a signal, or its starter is
 * gone (the channel to it closes, even when it was killed).
 */
const steps: (() => unknown)[] = [];
let ending = false;
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, end);

/** Says what must be done before this process ends. What was said last is done first. */
export const beforeEnd = (step: () => unknown): void => void steps.unshift(step);

/** Does all that and ends. A step that fails keeps none of the others from being taken. */
export async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  process.exit();
}
