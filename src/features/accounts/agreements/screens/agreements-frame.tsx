import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useViewer } from '../../../../ui/viewer.ts';

/** Loads after the screen. If the download fails, the dialog is skipped until the next load. */
const DueAgreements = lazy(() => import('./due-agreements.tsx').catch(() => ({ default: () => <></> })));

/** Frame of every app screen. Asks for agreement to new versions after sign-in. */
export default function AgreementsFrame() {
  const { session } = useViewer();
  return (
    <>
      <Outlet />
      {session === 'in' && (
        <Suspense>
          <DueAgreements />
        </Suspense>
      )}
    </>
  );
}
