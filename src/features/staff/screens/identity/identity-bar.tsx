import type { RefObject } from 'react';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { formatTime } from '../../../../ui/format.ts';
import { type TierNumber, tiers } from '../../../identity/tiers.ts';
import type { IdentityPage } from './data.ts';
import { type IdentityFilter, identityFilters } from './use-identity-queue.ts';

type IdentityBarProps = {
  filter: IdentityFilter;
  tier: TierNumber | null;
  search: string;
  counts: IdentityPage['counts'] | undefined;
  asked: number;
  field: RefObject<HTMLInputElement | null>;
  onFilter: (filter: IdentityFilter) => void;
  onTier: (tier: TierNumber | null) => void;
  onSearch: (text: string) => void;
};

const tierViews = tiers.map((tier) => ({ key: `tier${tier}` as const, name: `Tier ${tier}`, tier }));

/** Choosing the selected tier again clears the filter. */
export const IdentityBar = ({ filter, tier, search, counts, asked, field, ...acts }: IdentityBarProps) => (
  <div className="bar2">
    <SearchField
      label="Search the queue"
      placeholder="Name or email"
      search={search}
      field={field}
      onSearch={acts.onSearch}
    />
    <ViewChips views={identityFilters} chosen={filter} counts={counts} onChoose={acts.onFilter} />
    <ViewChips
      legend="Tier"
      views={tierViews}
      chosen={tier && `tier${tier}`}
      counts={counts}
      onChoose={(key) => acts.onTier(tierViews.find((view) => view.key === key && view.tier !== tier)?.tier ?? null)}
    />
    <span className="ink-3 num only-wide live">
      Due within 24 hours.{asked > 0 && ` Updated at ${formatTime(new Date(asked))}`}
    </span>
  </div>
);
