import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from '../../../ui/client.ts';
import { LocationConsent } from './location-consent.tsx';

export const renderLocation = (element: HTMLElement): void =>
  createRoot(element).render(
    <QueryClientProvider client={newQueryClient()}>
      <LocationConsent />
    </QueryClientProvider>,
  );
