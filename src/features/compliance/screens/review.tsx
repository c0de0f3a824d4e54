import { useMemo, useState } from 'react';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { type KeyName, queueKeys } from '../../../ui/desk/keys-line.tsx';
import { DeskList } from '../../../ui/desk/list.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { usePages, usePlace } from '../../../ui/desk/use-list.ts';
import type { CustomerLine } from '../views.ts';
import { reviewColumns } from './parts/review-columns.tsx';
import './parts/review.css';
import { later } from '../../../ui/later.tsx';
import { reviewFilters } from './parts/review-words.ts';

const ReviewDialog = later(() => import('./parts/review-dialog.tsx').then((parts) => parts.ReviewDialog));

export const meta = () => deskMeta('Review list');

const keys: readonly KeyName[] = [...queueKeys, [['R'], 'mark reviewed']];

/** Customers by risk: who was looked at, who is due, and who asks for it first. */
export default function ReviewScreen() {
  const { params, search, set } = usePlace();
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
      <DeskList
        asked={query}
        lines={lines?.map((line) => ({ id: line.customer.id, ...line }))}
        columns={useMemo(() => reviewColumns(setReviewing), [])}
        look="reviews"
        open="/admin/customers"
        bar={(field) => (
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
              <span className="ink-3 only-wide live">Highest score first</span>
            </div>
            <h1 className="sr">Review list</h1>
          </>
        )}
        failed="The review list could not be read."
        empty={
          search === ''
            ? { title: filter.none }
            : { title: 'Nobody matches', text: 'Try a part of the name or of the e-mail address.' }
        }
        keys={keys}
        acts={(line) => ({ r: line && (() => setReviewing(line)) })}
      />
      {reviewing && first && (
        <ReviewDialog line={reviewing} today={jamaicaDay(first.now)} onClose={() => setReviewing(null)} />
      )}
    </>
  );
}
