import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useViewer } from '../../../ui/viewer.ts';

/** Comes after the screen itself. If its code cannot be fetched, nothing is asked this time. */
const AskWhenDue = lazy(() => import('./ask-when-due.tsx').catch(() => ({ default: () => <></> })));

/** Stands around every app screen, so that whoever signs in is asked to agree to a new version wherever they are. */
export default function AgreementsFrame() {
  const { session } = useViewer();
  return (
    <>
      <Outlet />
      {session === 'in' && (
        <Suspense>
          <AskWhenDue />
        </Suspense>
      )}
    </>
  );
}
