import type { RefObject } from 'react';
import { SearchField } from '../../../../ui/desk/search-field.tsx';
import { timeText } from '../../../../ui/format.ts';
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

/** Search, state, tier, and when the queue was last read. A tier that is pressed again is let go. */
export const IdentityBar = ({ filter, tier, search, counts, asked, field, ...acts }: IdentityBarProps) => (
  <div className="bar2">
    <SearchField
      label="Search the queue"
      placeholder="Name or e-mail"
      search={search}
      field={field}
      onSearch={acts.onSearch}
    />
    <fieldset className="chips" aria-label="State">
      {identityFilters.map(({ key, name }) => (
        <button
          key={key}
          type="button"
          className="chip"
          aria-pressed={key === filter}
          onClick={() => acts.onFilter(key)}
        >
          {name} <span className="n">{counts?.[key] ?? ''}</span>
        </button>
      ))}
    </fieldset>
    <fieldset className="chips" aria-label="Tier">
      {tiers.map((each) => (
        <button
          key={each}
          type="button"
          className="chip"
          aria-pressed={each === tier}
          onClick={() => acts.onTier(each === tier ? null : each)}
        >
          Tier {each} <span className="n">{counts?.[`tier${each}`] ?? ''}</span>
        </button>
      ))}
    </fieldset>
    <span className="ink-3 num only-wide live">
      Oldest first. Promised within 24 hours.{asked > 0 && ` Live, read at ${timeText(new Date(asked))}`}
    </span>
  </div>
);
