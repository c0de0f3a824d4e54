import { onToast, sayCarried, toastsWait } from './toast.ts';

/** The toasts of a document: what draws them is fetched when the first is said. */
export default function startToasts(element: HTMLElement): void {
  const draw = () => {
    if (!toastsWait()) return;
    // When it cannot be fetched the toast keeps waiting, and the next one tries again.
    import('./toaster-root.tsx').then(
      ({ drawToaster }) => {
        stop();
        drawToaster(element);
      },
      () => {},
    );
  };
  const stop = onToast(draw);
  sayCarried();
}
