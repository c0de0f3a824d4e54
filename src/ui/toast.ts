import { formatMessage, type MessageParamNames, type MessageParams } from '../kernel/message-template.ts';
import { mountToaster, type NextStep, renderToast, type Toast, unreadMs } from './toaster.ts';

const storageKey = 'toast-next';

/** Recent toasts and the time (epoch ms) until which they are unread. */
const recentToasts: { readonly toast: Toast; readonly until: number }[] = [];

function showToast(toast: Toast): void {
  recentToasts.push({ toast, until: Date.now() + unreadMs });
  recentToasts.splice(0, recentToasts.length - 4);
  renderToast(toast);
}

export type ToastMessage<T extends string = string> = {
  readonly title: string;
  readonly text?: T;
  readonly next?: NextStep | undefined;
  /** Shows no toast, because the user cancelled. */
  readonly isCancelled?: true | undefined;
};

type ToastParams<T extends string> = string extends T
  ? []
  : [MessageParamNames<T>] extends [never]
    ? []
    : [MessageParams<MessageParamNames<T>>];

const createToast =
  (kind: Toast['kind']) =>
  <const T extends string>({ title, text, next, isCancelled }: ToastMessage<T>, ...[params]: ToastParams<T>): void => {
    if (isCancelled) return;
    showToast({
      kind,
      title,
      ...(text !== undefined && { text: params ? formatMessage<string>(text, params) : text }),
      ...(next && { next }),
    });
  };

export const toastSuccess = createToast('success');
export const toastError = createToast('error');
export const toastInfo = createToast('info');

function storeToasts(toasts: readonly Toast[]): void {
  try {
    if (toasts.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(toasts));
  } catch {
    // Storage is unavailable.
  }
}

/** Shows a toast on the next page. For actions that end with a page load. */
export const toastAfterLoad = ({ title, text }: ToastMessage): void =>
  storeToasts([{ kind: 'success', title, ...(text !== undefined && { text }) }]);

/** Shows unread toasts again on the next page. */
export const carryToasts = (): void =>
  storeToasts(recentToasts.filter(({ until }) => until > Date.now()).map(({ toast }) => toast));

export function startToasts(): void {
  mountToaster();
  try {
    const stored = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    if (stored) for (const toast of JSON.parse(stored) as Toast[]) showToast(toast);
  } catch {
    // Storage is unavailable or holds invalid data.
  }
}
