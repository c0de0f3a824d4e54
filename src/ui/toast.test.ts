import { afterEach, expect, test } from 'vitest';
import { connectToaster, onToast, type Toast, toastError, toastInfo, toastSuccess, toastsWait } from './toast.ts';

let leave = () => {};
afterEach(() => leave());

test('toasts said before the toaster stands are shown when it does, in order, and only once', () => {
  toastSuccess('Signed out');
  toastError('Sign Out Error', 'Try again.');
  expect(toastsWait()).toBe(true);
  const seen: Toast[] = [];
  leave = connectToaster((toast) => seen.push(toast));
  toastInfo('Prices Updated');
  expect(seen).toEqual([
    { kind: 'success', title: 'Signed out' },
    { kind: 'error', title: 'Sign Out Error', text: 'Try again.' },
    { kind: 'info', title: 'Prices Updated' },
  ]);
  expect(toastsWait()).toBe(false);
});

test('a toast said while the toaster is being replaced reaches the next one', () => {
  connectToaster(() => {})();
  toastInfo('Still here');
  const seen: string[] = [];
  leave = connectToaster((toast) => seen.push(toast.title));
  expect(seen).toEqual(['Still here']);
});

test('the first toast wakes whoever loads the toaster', () => {
  let woken = 0;
  const stop = onToast(() => woken++);
  toastInfo('Hello');
  stop();
  toastInfo('Nobody is woken any more');
  expect(woken).toBe(1);
  leave = connectToaster(() => {});
});
