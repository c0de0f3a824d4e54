import { useQuery } from '@tanstack/react-query';
import { api } from '../../../ui/client.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AlertsCard } from './cards/alerts-card.tsx';
import { VerificationCard } from './cards/verification-card.tsx';
import './location.css';

/** 'Security & Location' [000 §2 Profile]. */
export function LocationCards() {
  const { data, error, isPending, refetch } = useQuery(api.location.own.queryOptions());
  if (isPending) return <Skeleton label="Loading your location" lines={[34, 92, 70, 48]} />;
  if (!data) return <FailedState text="We couldn't load your location." error={error} onRetry={() => void refetch()} />;
  return (
    <div className="location-cards">
      <VerificationCard own={data} />
      <AlertsCard alerts={data.alerts} />
    </div>
  );
}
