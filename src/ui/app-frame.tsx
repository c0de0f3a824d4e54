import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useRouteError } from 'react-router';
import { listen, newQueryClient } from './client.ts';
import { clearGiven } from './given.ts';
import { PageError } from './page-error.tsx';
import { useViewer } from './viewer.ts';

/**
 * The layout of app screens: gives them the data they ask for and keeps it current while somebody is signed in.
 * Public pages stand outside, so that they do not carry its code.
 */
export default function AppFrame() {
  const [queries] = useState(newQueryClient);
  const { session } = useViewer();
  // Not while it is drawn: what is drawn may be put off, and the page would have no title until then.
  useEffect(clearGiven, []);
  useEffect(() => {
    if (session !== 'in') return;
    const stop = listen(queries);
    return () => {
      stop();
      // Whoever goes leaves nothing that was read for them.
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
