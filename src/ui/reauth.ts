/** Open reauthentication dialog, shared by all calls that wait for it. */
type ReauthRequest = { readonly outcome: Promise<boolean>; readonly settle: (hasReauthenticated: boolean) => void };

let pendingRequest: ReauthRequest | null = null;
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Snapshot for `useSyncExternalStore`. */
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

/** Compares only the error code, because importing the RPC library would slow down pages without calls. */
const requiresReauth = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'accounts.confirm_needed';

const cancelledErrors = new WeakSet<object>();

/** True if the user closed the reauthentication dialog. */
export const isCancelled = (error: unknown): boolean => error instanceof Error && cancelledErrors.has(error);

/** Runs a call, and again after reauthentication if needed. Rejects if the user closes the dialog. */
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
