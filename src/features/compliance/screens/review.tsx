import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { useKeys } from '../../../ui/desk/keys.ts';
import { type KeyName, KeysDialog, queueKeys } from '../../../ui/desk/keys-line.tsx';
import { ListBody } from '../../../ui/desk/list-body.tsx';
import { SearchField } from '../../../ui/desk/search-field.tsx';
import { useChoice, usePlace, useSelection } from '../../../ui/desk/use-list.ts';
import type { customerViews } from '../schema.ts';
import type { CustomerLine, CustomerPage } from '../views.ts';
import './parts/review.css';
import { later } from '../../../ui/later.tsx';
import { ReviewTable } from './parts/review-table.tsx';
import { reviewFilters } from './parts/review-words.ts';

const ReviewDialog = later(() => import('./parts/review-dialog.tsx').then((parts) => parts.ReviewDialog));

export const meta = () => deskMeta('Review list');

/** Customers by risk: who was looked at, who is due, and who asks for it first. */
export default function ReviewScreen() {
  return <Reviews />;
}

const keys: readonly KeyName[] = [...queueKeys, [['R'], 'mark reviewed']];

type Next = CustomerPage['next'];
type View = (typeof customerViews)[number];

function useReviews(view: View, search: string) {
  const query = useInfiniteQuery(
    api.compliance.customers.infiniteOptions({
      input: (after: Next) => ({ view, search: search.slice(0, 80), after }),
      initialPageParam: null as Next,
      getNextPageParam: (last) => last.next,
      placeholderData: keepPreviousData,
    }),
  );
  return { ...query, lines: query.data?.pages.flatMap((page) => page.lines), now: query.data?.pages[0]?.now };
}

function Reviews() {
  const { params, search, set } = usePlace();
  const filter = reviewFilters.find(({ view }) => view === params.get('filter')) ?? reviewFilters[0];
  const { lines, now, ...query } = useReviews(filter.view, search);
  const { chosen, choose } = useSelection(params.get('at'), (id) => set({ at: id }));
  const [reviewing, setReviewing] = useState<CustomerLine | null>(null);
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const { down, up } = useChoice(lines?.map(({ customer }) => customer.id) ?? [], chosen, choose);
  const open = (id: string) => void navigate(`/admin/customers/${id}`);
  const at = lines?.find(({ customer }) => customer.id === chosen);
  useKeys({
    j: down,
    k: up,
    enter: chosen === null ? undefined : () => open(chosen),
    r: at && (() => setReviewing(at)),
    '/': () => field.current?.focus(),
    '?': () => setHelp(true),
  });
  return (
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
      <div className="split one">
        <ListBody
          asked={query}
          shown={lines?.length ?? null}
          failed="The review list could not be read."
          empty={{
            title: search === '' ? filter.none : 'Nobody matches',
            text: search === '' ? undefined : 'Try a part of the name or of the e-mail address.',
          }}
          names={keys}
          onKeys={() => setHelp(true)}
        >
          {lines && <ReviewTable lines={lines} selected={chosen} onOpen={open} onReview={setReviewing} />}
        </ListBody>
      </div>
      {reviewing && now && <ReviewDialog line={reviewing} today={jamaicaDay(now)} onClose={() => setReviewing(null)} />}
      <KeysDialog open={help} onClose={() => setHelp(false)} names={keys} />
    </>
  );
}
