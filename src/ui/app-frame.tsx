import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useRouteError } from 'react-router';
import { newQueryClient, subscribeToUpdates } from './client.ts';
import { PageError } from './page-error.tsx';
import { clearPreloaded } from './preloaded-page.ts';
import { useViewer } from './viewer.ts';

/** Layout of app screens: provides queries and keeps them current while signed in. Public pages do not load it. */
export default function AppFrame() {
  const [queries] = useState(newQueryClient);
  const { session } = useViewer();
  useEffect(clearPreloaded, []);
  useEffect(() => {
    if (session !== 'in') return;
    const stop = subscribeToUpdates(queries);
    return () => {
      stop();
      // No data of the person stays after signing out.
      queries.clear();
    };
  }, [queries, session]);
  return (
    <QueryClientProvider client={queries}>
      <Outlet />
    </QueryClientProvider>
  );
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
