import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../ui/client.ts';
import type { OwnTier } from '../../../kyc/views.ts';
import { type CheckState, getNextSteps, type NextStep } from '../../next-steps.ts';

export type NextStepsState = { found: readonly NextStep[] | null; error: unknown; retry: () => void };

const toCheckState = ({ status, waitsFor, give }: OwnTier): CheckState => ({ status, waitsFor, parts: give.length });

export function useNextSteps(): NextStepsState {
  const orders = useQuery(api.trading.list.queryOptions({ input: { status: 'pending', limit: 100 } }));
  const identity = useQuery(api.identity.own.queryOptions());
  const tiers = identity.data?.tiers;
  return {
    found:
      orders.data && tiers
        ? getNextSteps(orders.data.orders, {
            1: toCheckState(tiers[1]),
            2: toCheckState(tiers[2]),
            3: toCheckState(tiers[3]),
          })
        : null,
    error: orders.data && tiers ? null : (orders.error ?? identity.error),
    retry: () => void Promise.all([orders.refetch(), identity.refetch()]),
  };
}
