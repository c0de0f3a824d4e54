/**
 * Short news at the edge of the screen. The library that draws it is loaded with the first toast, so pages that
 * have nothing to say do not carry it. What is said before it has arrived waits here and is shown in order.
 */
export type Toast = { kind: 'success' | 'error' | 'info'; title: string; text?: string };

type Show = (toast: Toast) => void;

const waiting: Toast[] = [];
const listeners = new Set<() => void>();
const carried = 'toast-next';
let show: Show | null = null;

/** What was said last, and until when it counts as unread. */
const said: { readonly toast: Toast; readonly until: number }[] = [];
/** Milliseconds in which nobody can have read a toast. */
const unread = 2_500;

function say(toast: Toast): void {
  said.push({ toast, until: Date.now() + unread });
  said.splice(0, said.length - 4);
  if (show) show(toast);
  else waiting.push(toast);
  for (const listener of listeners) listener();
}

const toastOf = (kind: Toast['kind'], title: string, text?: string): Toast =>
  text === undefined ? { kind, title } : { kind, title, text };

export const toastSuccess = (title: string, text?: string): void => say(toastOf('success', title, text));
export const toastError = (title: string, text?: string): void => say(toastOf('error', title, text));
export const toastInfo = (title: string, text?: string): void => say(toastOf('info', title, text));

function carry(toasts: readonly Toast[]): void {
  try {
    if (toasts.length > 0) sessionStorage.setItem(carried, JSON.stringify(toasts));
  } catch {
    // Storage is closed: the next document says nothing.
  }
}

/** Says it on the next document: for an act that ends in loading a new page. */
export const toastAfterLoad = (kind: Toast['kind'], title: string, text?: string): void =>
  carry([toastOf(kind, title, text)]);

/** Takes what was just said along to the next document: nobody can have read it yet. */
export const carryToasts = (): void => carry(said.filter(({ until }) => until > Date.now()).map(({ toast }) => toast));

/** Says what the document before this one left to be said. */
export function sayCarried(): void {
  try {
    const kept = sessionStorage.getItem(carried);
    sessionStorage.removeItem(carried);
    if (kept) for (const toast of JSON.parse(kept) as Toast[]) say(toast);
  } catch {
    // Storage is closed or holds something that is not ours: there is nothing to say.
  }
}

/** Whether something waits for the toaster to be loaded. */
export const toastsWait = (): boolean => waiting.length > 0;

/** Calls back whenever something was said. Returns how to stop. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The mounted toaster takes over: everything that waited is shown first, in order. Returns how to leave. */
export function connectToaster(shower: Show): () => void {
  show = shower;
  for (const toast of waiting.splice(0)) shower(toast);
  return () => {
    if (show === shower) show = null;
  };
}
