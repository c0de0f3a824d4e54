import { type ComponentType, useEffect, useState } from 'react';
import { onToast, sayCarried, toastsWait } from './toast.ts';

/** Stands in the document from the start and loads the toaster when the first toast is said. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () => {
      if (!toastsWait()) return;
      // When it cannot be fetched the toast keeps waiting, and the next one tries again.
      import('./toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => {},
      );
    };
    const stop = onToast(load);
    sayCarried();
    load();
    return stop;
  }, []);
  return Toaster && <Toaster />;
}
