import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../ui/client.ts';
import { later } from '../../../ui/later.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import type { HitState } from '../filters.ts';
import type { HitView } from '../views.ts';
import { HitCard } from './hit-card.tsx';
import type { HitChoice } from './hit-dialog.tsx';

const HitDialog = later(() => import('./hit-dialog.tsx').then((parts) => parts.HitDialog));

const states: readonly { state: HitState; name: string; none: string }[] = [
  { state: 'open', name: 'To decide', none: 'No name waits for a decision.' },
  { state: 'cleared', name: 'Cleared', none: 'Nobody was cleared yet.' },
  { state: 'confirmed', name: 'Confirmed', none: 'Nobody was confirmed.' },
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

/** Customers whose names are like listed ones: a machine finds them, a person decides (decision A8). */
export function Hits({ state, onState }: { state: HitState; onState: (state: HitState) => void }) {
  const { hits, ...query } = useHits(state);
  const [open, setOpen] = useState<Open | null>(null);
  const ids = hits?.map(({ id }) => id) ?? [];
  return (
    <section aria-labelledby="hits">
      <div className="row between part-row">
        <h2 className="part" id="hits">
          Names like listed ones
        </h2>
        <fieldset className="seg" aria-label="Which names">
          {states.map((each) => (
            <button
              key={each.state}
              type="button"
              aria-pressed={each.state === state}
              onClick={() => onState(each.state)}
            >
              {each.name}
            </button>
          ))}
        </fieldset>
      </div>
      {hits ? (
        hits.map((hit) => (
          <HitCard key={hit.id} hit={hit} among={ids} onDecide={(decision) => setOpen({ hit, decision })} />
        ))
      ) : (
        <NotYet asked={query} text="The names could not be read." lines={[60, 90, 90]} />
      )}
      {hits?.length === 0 && <p className="ink-2">{states.find((each) => each.state === state)?.none}</p>}
      {hits && hits.length > 0 && <NextPage asked={query} shown={hits.length} />}
      {open && <HitDialog hit={open.hit} decision={open.decision} onClose={() => setOpen(null)} />}
    </section>
  );
}
