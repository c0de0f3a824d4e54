/** Cleanup functions. They run once: on `end`, on a signal, or when the parent process exits, even by SIGKILL. */
const steps: (() => unknown)[] = [];
let ending = false;
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, end);

/** Registers a cleanup function. The last one registered runs first. */
export const beforeEnd = (step: () => unknown): void => void steps.unshift(step);

/** Runs every cleanup function, also after one of them failed, and exits. */
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
