import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useViewer } from '../../../ui/viewer.ts';

const LocationConsent = lazy(() =>
  import('./location-consent.tsx').then(
    ({ LocationConsent: view }) => ({ default: view }),
    () => ({ default: () => <></> }),
  ),
);

/** Wraps every app screen, so that the consent question can appear on each [000 §2 Location consent dialog]. */
export default function LocationFrame() {
  const { session } = useViewer();
  return (
    <>
      <Outlet />
      {session === 'in' && (
        <Suspense>
          <LocationConsent />
        </Suspense>
      )}
    </>
  );
}
