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

function say(toast: Toast): void {
  if (show) show(toast);
  else waiting.push(toast);
  for (const listener of listeners) listener();
}

const toastOf = (kind: Toast['kind'], title: string, text?: string): Toast =>
  text === undefined ? { kind, title } : { kind, title, text };

export const toastSuccess = (title: string, text?: string): void => say(toastOf('success', title, text));
export const toastError = (title: string, text?: string): void => say(toastOf('error', title, text));
export const toastInfo = (title: string, text?: string): void => say(toastOf('info', title, text));

/** Says it on the next document: for an act that ends in loading a new page. */
export function toastAfterLoad(kind: Toast['kind'], title: string, text?: string): void {
  try {
    sessionStorage.setItem(carried, JSON.stringify(toastOf(kind, title, text)));
  } catch {
    say(toastOf(kind, title, text));
  }
}

/** Says what the document before this one left to be said. */
export function sayCarried(): void {
  try {
    const kept = sessionStorage.getItem(carried);
    sessionStorage.removeItem(carried);
    if (kept) say(JSON.parse(kept) as Toast);
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
