import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../ui/client.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import type { HitState } from '../filters.ts';
import type { HitView } from '../views.ts';
import { HitCard } from './hit-card.tsx';
import type { HitChoice } from './hit-dialog.tsx';

const HitDialog = lazyPart(() => import('./hit-dialog.tsx').then((parts) => parts.HitDialog));

const states: readonly { state: HitState; name: string; emptyText: string }[] = [
  { state: 'open', name: 'Open', emptyText: 'No open matches.' },
  { state: 'cleared', name: 'Cleared', emptyText: 'No cleared matches yet.' },
  { state: 'confirmed', name: 'Confirmed', emptyText: 'No confirmed matches.' },
];

function useHits(state: HitState) {
  const query = useInfiniteQuery(
    api.screening.hits.infiniteOptions({
      input: (before: string | undefined) => ({ state, before }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => (last.more ? last.hits.at(-1)?.id : undefined),
      placeholderData: keepPreviousData,
    }),
  );
  return { ...query, hits: query.data?.pages.flatMap((page) => page.hits) };
}

type Open = { hit: HitView; decision: HitChoice };

/** Name matches that staff decide (decision A8). */
export function Hits({ state, onState }: { state: HitState; onState: (state: HitState) => void }) {
  const { hits, ...query } = useHits(state);
  const [open, setOpen] = useState<Open | null>(null);
  const ids = hits?.map(({ id }) => id) ?? [];
  return (
    <section aria-labelledby="hits">
      <div className="row between part-row">
        <h2 className="part" id="hits">
          Name matches
        </h2>
        <fieldset className="seg" aria-label="Match status">
          {states.map((option) => (
            <button
              key={option.state}
              type="button"
              aria-pressed={option.state === state}
              onClick={() => onState(option.state)}
            >
              {option.name}
            </button>
          ))}
        </fieldset>
      </div>
      {hits ? (
        hits.map((hit) => (
          <HitCard key={hit.id} hit={hit} siblings={ids} onDecide={(decision) => setOpen({ hit, decision })} />
        ))
      ) : (
        <QueryPlaceholder query={query} text="We couldn't load the matches." lines={[60, 90, 90]} />
      )}
      {hits?.length === 0 && <p className="ink-2">{states.find((option) => option.state === state)?.emptyText}</p>}
      {hits && hits.length > 0 && <NextPage query={query} shownCount={hits.length} />}
      {open && <HitDialog hit={open.hit} decision={open.decision} onClose={() => setOpen(null)} />}
    </section>
  );
}
