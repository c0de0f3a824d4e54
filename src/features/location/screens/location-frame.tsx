import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useViewer } from '../../../ui/viewer.ts';

const LocationConsent = lazy(() =>
  import('./location-consent.tsx').then(
    ({ LocationConsent: view }) => ({ default: view }),
    () => ({ default: () => <></> }),
  ),
);

/** Adds the consent dialog to every app screen [000 §2 Location consent dialog]. */
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
