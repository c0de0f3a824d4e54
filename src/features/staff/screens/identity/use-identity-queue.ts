import { api } from '../../../../ui/client.ts';
import { usePages, usePlace } from '../../../../ui/desk/use-list.ts';
import { queueFilters } from '../../../identity/options.ts';
import { type TierNumber, tiers } from '../../../identity/tiers.ts';

export type IdentityFilter = (typeof queueFilters)[number];

export const identityFilters: readonly { key: IdentityFilter; name: string }[] = [
  { key: 'all', name: 'All' },
  { key: 'late', name: 'Late' },
  { key: 'second', name: 'Needs a second person' },
  { key: 'customer', name: 'With the customer' },
];

const readTier = (text: string | null): TierNumber | null => tiers.find((tier) => String(tier) === text) ?? null;

/** Which part of the queue somebody works on. It goes along to a submission: the next is of the same part. */
export function useIdentityPlace() {
  const { params, search, set } = usePlace();
  const filter = queueFilters.find((key) => key === params.get('filter')) ?? 'all';
  const tier = readTier(params.get('tier'));
  return { filter, tier, search, set };
}

type Part = { filter: IdentityFilter; tier: TierNumber | null; search: string };

/** A part of the queue as it stands in an address; empty for all of it. */
export function partQuery({ filter, tier, search }: Part, at?: string): string {
  const query = new URLSearchParams();
  if (tier !== null) query.set('tier', String(tier));
  if (filter !== 'all') query.set('filter', filter);
  if (search !== '') query.set('search', search);
  if (at) query.set('at', at);
  return query.size > 0 ? `?${query}` : '';
}

export const useIdentityQueue = ({ filter, tier, search }: Part) =>
  usePages(api.identity.queue, (after) => ({ filter, tier, search: search.slice(0, 80), after }));
