import { toastError, toastSuccess } from '../../../ui/toast.ts';

export const copyNotices = {
  copied: { title: 'Contract address copied' },
  failed: { title: 'Copy failed', text: 'Copy the address above by hand.' },
} as const;

/** Copies the contract address and shows a toast [001 §8 Coins page]. */
export default function startCopy(button: HTMLElement): void {
  button.addEventListener('click', () => {
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(button.dataset['copy'] ?? ''))
      .then(
        () => toastSuccess(copyNotices.copied),
        () => toastError(copyNotices.failed),
      );
  });
}
