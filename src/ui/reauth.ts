/** A single reauthentication question, shared by all calls that need it. */
type ReauthRequest = { readonly outcome: Promise<boolean>; readonly settle: (hasReauthenticated: boolean) => void };

let pendingRequest: ReauthRequest | null = null;
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export const isReauthRequested = (): boolean => pendingRequest !== null;

export function subscribeToReauth(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function settleReauth(hasReauthenticated: boolean): void {
  pendingRequest?.settle(hasReauthenticated);
  pendingRequest = null;
  notifyListeners();
}

function requestReauth(): Promise<boolean> {
  if (pendingRequest) return pendingRequest.outcome;
  let settle: ReauthRequest['settle'] = () => undefined;
  const outcome = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  pendingRequest = { outcome, settle };
  notifyListeners();
  return outcome;
}

/** Compares the code only: the RPC library is too heavy for pages without calls. */
const requiresReauth = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'accounts.confirm_needed';

const cancelledErrors = new WeakSet<object>();

/** True when the person closed the question: a choice, not a failure. */
export const isCancelled = (error: unknown): boolean => error instanceof Error && cancelledErrors.has(error);

/**
 * Asks for reauthentication where a call needs it, then repeats the call. Rejects if the person closes the question.
 */
export async function withReauth<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!requiresReauth(error) || listeners.size === 0) throw error;
    if (await requestReauth()) return run();
    cancelledErrors.add(error as Error);
    throw error;
  }
}
