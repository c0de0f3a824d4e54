import type { RefObject } from 'react';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { formatTime } from '../../../../ui/format.ts';
import type { QueueFilter, QueuePage } from '../data.ts';
import { queueFilters } from './use-queue.ts';

type QueueBarProps = {
  filter: QueueFilter;
  search: string;
  counts: QueuePage['counts'] | undefined;
  asked: number;
  field: RefObject<HTMLInputElement | null>;
  onFilter: (filter: QueueFilter) => void;
  onSearch: (text: string) => void;
};

export const QueueBar = ({ filter, search, counts, asked, field, onFilter, onSearch }: QueueBarProps) => (
  <div className="bar2">
    <SearchField
      label="Search the queue"
      placeholder="Reference, name, amount"
      search={search}
      field={field}
      onSearch={onSearch}
    />
    {queueFilters.map(({ key, name }) => (
      <button key={key} type="button" className="chip" aria-pressed={key === filter} onClick={() => onFilter(key)}>
        {name} <span className="n">{counts?.[key] ?? ''}</span>
      </button>
    ))}
    <span className="ink-3 num only-wide live">
      Oldest first.{asked > 0 && ` Live, updated at ${formatTime(new Date(asked))}`}
    </span>
  </div>
);
