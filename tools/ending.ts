/**
 * Cleanup of a program, run once: at its end, on a signal, or when its parent is gone (the IPC channel closes, even
 * after a kill).
 */
const steps: (() => unknown)[] = [];
let ending = false;
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, end);

/** Registers cleanup. The last registered runs first. */
export const beforeEnd = (step: () => unknown): void => void steps.unshift(step);

/** Runs all cleanup and exits. A failing step does not skip the others. */
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
