import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { api } from '../../../ui/client.ts';

/** Fetched when there is something to agree to. */
const NewVersions = lazy(() =>
  import('./new-versions.tsx').then(
    ({ NewVersions: view }) => ({ default: view }),
    () => ({ default: () => <></> }),
  ),
);

/** Whether anything is due, and the question if so. */
export default function AskWhenDue() {
  const { data: due = [] } = useQuery(api.agreements.due.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  return due.length > 0 && <NewVersions due={due} />;
}
