import { usePages, useUrlState } from '../../../../ui/admin/use-list.ts';
import { api } from '../../../../ui/client.ts';
import { queueFilters } from '../../options.ts';
import { type TierNumber, tiers } from '../../tiers.ts';

export type IdentityFilter = (typeof queueFilters)[number];

export const identityFilters: readonly { key: IdentityFilter; name: string }[] = [
  { key: 'all', name: 'All' },
  { key: 'late', name: 'Late' },
  { key: 'second', name: 'Needs a second person' },
  { key: 'customer', name: 'With the customer' },
];

const parseTier = (text: string | null): TierNumber | null => tiers.find((tier) => String(tier) === text) ?? null;

/** The URL holds the queue filters, also on a submission page, so that 'Next' follows them. */
export function useIdentityUrlState() {
  const { params, search, set } = useUrlState();
  const filter = queueFilters.find((key) => key === params.get('filter')) ?? 'all';
  const tier = parseTier(params.get('tier'));
  return { filter, tier, search, set };
}

type QueuePart = { filter: IdentityFilter; tier: TierNumber | null; search: string };

export function formatPartQuery({ filter, tier, search }: QueuePart, at?: string): string {
  const query = new URLSearchParams();
  if (tier !== null) query.set('tier', String(tier));
  if (filter !== 'all') query.set('filter', filter);
  if (search !== '') query.set('search', search);
  if (at) query.set('at', at);
  return query.size > 0 ? `?${query}` : '';
}

export const useIdentityQueue = ({ filter, tier, search }: QueuePart) =>
  usePages(api.identity.queue, (after) => ({ filter, tier, search: search.slice(0, 80), after }));
