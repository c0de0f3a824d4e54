import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { api } from '../../../ui/client.ts';
import { useViewer } from '../../../ui/viewer.ts';

/** Fetched when there is something to agree to. If its code cannot be fetched, nothing is asked this time. */
const NewVersions = lazy(() =>
  import('./new-versions.tsx').then(
    ({ NewVersions: view }) => ({ default: view }),
    () => ({ default: () => <></> }),
  ),
);

/** Stands around every app screen, so that whoever signs in is asked to agree to a new version wherever they are. */
export default function AgreementsFrame() {
  const { session } = useViewer();
  const question = api.agreements.due.queryOptions({ staleTime: Number.POSITIVE_INFINITY, enabled: session === 'in' });
  const { data: due = [] } = useQuery(question);
  return (
    <>
      <Outlet />
      {session === 'in' && due.length > 0 && (
        <Suspense>
          <NewVersions due={due} />
        </Suspense>
      )}
    </>
  );
}
