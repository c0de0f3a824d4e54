/** One question to the person at the screen, whoever asks for it: prove again that it is you. */
type Asking = { readonly answer: Promise<boolean>; readonly settle: (proved: boolean) => void };

let asking: Asking | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Whether the question stands on the screen now; for `useSyncExternalStore`. */
export const isAsking = (): boolean => asking !== null;

export function onAsking(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The answer: proved, or left. Everybody who waits hears it. */
export function answerConfirm(proved: boolean): void {
  asking?.settle(proved);
  asking = null;
  tell();
}

/** Asks, or waits for the question that stands already. False at once where nobody draws it. */
function confirmed(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (asking) return asking.answer;
  let settle: Asking['settle'] = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  asking = { answer, settle };
  tell();
  return answer;
}

/** Told by its code alone: the library of the calls is too heavy for the pages that make none. */
const wantsProof = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'accounts.confirm_needed';

/**
 * Makes a call, and when it is refused for want of a fresh proof, asks for one and makes it once more. Whoever called
 * sees one call that took a little longer; when the person leaves the question, the refusal.
 */
export async function withProof<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (!wantsProof(error) || !(await confirmed())) throw error;
    return make();
  }
}
