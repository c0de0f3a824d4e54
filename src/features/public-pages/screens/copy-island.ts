import { toastError, toastSuccess } from '../../../ui/toast.ts';

/** Copies the contract address that stands on the button, and says how it went [001 §8 Coins page]. */
export default function startCopy(button: HTMLElement): void {
  button.addEventListener('click', () => {
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(button.dataset['copy'] ?? ''))
      .then(
        () => toastSuccess({ title: 'Contract address copied' }),
        () => toastError({ title: 'Copy failed', text: 'Mark the address above and copy it by hand.' }),
      );
  });
}
