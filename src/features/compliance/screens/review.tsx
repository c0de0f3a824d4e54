import { useMemo, useState } from 'react';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { adminMeta } from '../../../ui/admin/frame.tsx';
import { AdminList } from '../../../ui/admin/list.tsx';
import { SearchField } from '../../../ui/admin/search-field.tsx';
import { queueShortcuts, type Shortcut } from '../../../ui/admin/shortcut-help.tsx';
import { usePages, useUrlState } from '../../../ui/admin/use-list.ts';
import { api } from '../../../ui/client.ts';
import type { CustomerLine } from '../views.ts';
import { reviewColumns } from './parts/review-columns.tsx';
import './parts/review.css';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { reviewFilters } from './parts/review-labels.ts';

const ReviewDialog = lazyPart(() => import('./parts/review-dialog.tsx').then((parts) => parts.ReviewDialog));

export const meta = () => adminMeta('Review list');

const keys: readonly Shortcut[] = [...queueShortcuts, [['R'], 'mark reviewed']];

export default function ReviewScreen() {
  const { params, search, set } = useUrlState();
  const filter = reviewFilters.find(({ view }) => view === params.get('filter')) ?? reviewFilters[0];
  const { view } = filter;
  const { lines, first, ...query } = usePages(api.compliance.customers, (after) => ({
    view,
    search: search.slice(0, 80),
    after,
  }));
  const [reviewing, setReviewing] = useState<CustomerLine | null>(null);
  return (
    <>
      <AdminList
        query={query}
        rows={lines?.map((line) => ({ id: line.customer.id, ...line }))}
        columns={useMemo(() => reviewColumns(setReviewing), [])}
        className="reviews"
        open="/admin/customers"
        renderBar={(field) => (
          <>
            <div className="bar2">
              <SearchField
                label="Search the review list"
                placeholder="Name or e-mail"
                search={search}
                field={field}
                onSearch={(text) => set({ search: text, at: '' })}
              />
              {reviewFilters.map(({ view, name }) => (
                <button
                  key={view}
                  type="button"
                  className="chip"
                  aria-pressed={view === filter.view}
                  onClick={() => set({ filter: view === 'all' ? '' : view, at: '' })}
                >
                  {name}
                </button>
              ))}
              <span className="ink-3 only-wide live">Highest risk first</span>
            </div>
            <h1 className="sr">Review list</h1>
          </>
        )}
        errorText="We couldn't load the review list."
        empty={
          search === ''
            ? { title: filter.emptyText }
            : { title: 'No customers match', text: 'Try part of the name or e-mail address.' }
        }
        shortcuts={keys}
        getShortcuts={(line) => ({ r: line && (() => setReviewing(line)) })}
      />
      {reviewing && first && (
        <ReviewDialog line={reviewing} today={jamaicaDay(first.now)} onClose={() => setReviewing(null)} />
      )}
    </>
  );
}
