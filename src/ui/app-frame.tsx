import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useRouteError } from 'react-router';
import { newQueryClient, subscribeToUpdates } from './client.ts';
import { PageError } from './page-error.tsx';
import { clearPreloaded } from './preloaded-page.ts';
import { useViewer } from './viewer.ts';

/** Layout of application screens, without public pages. Provides queries, with live updates while signed in. */
export default function AppFrame() {
  const [queries] = useState(newQueryClient);
  const { session } = useViewer();
  useEffect(clearPreloaded, []);
  useEffect(() => {
    if (session !== 'in') return;
    const stop = subscribeToUpdates(queries);
    return () => {
      stop();
      // Deletes the user's data after signing out.
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
