import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { timeText } from '../../../../ui/format.ts';
import type { QueueFilter, QueuePage } from './data.ts';
import { filterNames } from './use-queue.ts';

type QueueBarProps = {
  filter: QueueFilter;
  search: string;
  counts: QueuePage['counts'] | undefined;
  asked: number;
  field: RefObject<HTMLInputElement | null>;
  onFilter: (filter: QueueFilter) => void;
  onSearch: (text: string) => void;
};

/** What is typed is looked for after a short rest. */
const rest = 300;

function SearchField({ search, field, onSearch }: Pick<QueueBarProps, 'search' | 'field' | 'onSearch'>) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  useEffect(() => {
    // The address was changed elsewhere, by a link: the field follows.
    if (search !== sent.current) setTyped(search);
    sent.current = search;
  }, [search]);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      onSearch(sent.current);
    }, rest);
    return () => clearTimeout(timer);
  });
  return (
    <div className="ctl find">
      <span className="pre">
        <Search className="ic" aria-hidden="true" />
      </span>
      <input
        ref={field}
        type="search"
        aria-label="Search the queue"
        placeholder="Reference, name, amount"
        maxLength={80}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <span className="post" aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </div>
  );
}

/** Search, filters with their counts, and when the queue was last read. */
export const QueueBar = ({ filter, search, counts, asked, field, onFilter, onSearch }: QueueBarProps) => (
  <div className="bar2">
    <SearchField search={search} field={field} onSearch={onSearch} />
    {filterNames.map(({ key, name }) => (
      <button key={key} type="button" className="chip" aria-pressed={key === filter} onClick={() => onFilter(key)}>
        {name} <span className="n">{counts?.[key] ?? ''}</span>
      </button>
    ))}
    <span className="ink-3 num only-wide live">
      Oldest first.{asked > 0 && ` Live, read at ${timeText(new Date(asked))}`}
    </span>
  </div>
);
