import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from '../../../ui/client.ts';
import { LocationConsent } from './location-consent.tsx';

/** Puts the question of the application into a document. */
export const drawLocation = (element: HTMLElement): void =>
  createRoot(element).render(
    <QueryClientProvider client={newQueryClient()}>
      <LocationConsent />
    </QueryClientProvider>,
  );
