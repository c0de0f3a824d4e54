import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useViewer } from '../../../ui/viewer.ts';

/** Comes after the screen itself. If its code cannot be fetched, nothing is asked this time. */
const LocationConsent = lazy(() =>
  import('./location-consent.tsx').then(
    ({ LocationConsent: view }) => ({ default: view }),
    () => ({ default: () => <></> }),
  ),
);

/**
 * Stands around every app screen, so that whoever is signed in is asked about their location wherever they are [000 §2
 * Location consent dialog].
 */
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
