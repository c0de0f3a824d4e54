import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { api } from '../../../../ui/client.ts';

const NewVersions = lazy(() =>
  import('./new-versions.tsx').then(
    ({ NewVersions: view }) => ({ default: view }),
    () => ({ default: () => <></> }),
  ),
);

export default function DueAgreements() {
  const { data: due = [] } = useQuery(api.agreements.due.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  return due.length > 0 && <NewVersions due={due} />;
}
