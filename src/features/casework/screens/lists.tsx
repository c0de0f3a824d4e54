import { useQuery } from '@tanstack/react-query';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { usePlace, useServerNow } from '../../../ui/desk/use-list.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { hitStates } from '../../screening/filters.ts';
import type { ListsView, SourceView } from '../../screening/views.ts';
import '../../../ui/desk/desk-page.css';
import '../../screening/screens/lists.css';
import { Hits } from '../../screening/screens/hits.tsx';
import { ListImport } from '../../screening/screens/list-import.tsx';
import { ListSource } from '../../screening/screens/list-source.tsx';
import { providerWords, sourceWord } from '../../screening/screens/list-words.ts';
import { HeldOrders } from './parts/held-orders.tsx';

export const meta = () => deskMeta('Lists');

/** A list that is needed, or was ever there. */
const isUsed = ({ needed, inForce, versions }: SourceView): boolean =>
  needed || inForce !== null || versions.length > 0;

/** Which sanctions lists everything rests on, whom they may mean, and what is held for their sake. */
export default function ListsScreen() {
  const { params, set } = usePlace();
  const state = hitStates.find((each) => each === params.get('hits')) ?? 'open';
  const lists = useQuery(api.screening.lists.queryOptions());
  const now = useServerNow(undefined, 0);
  return (
    <div className="desk-page">
      <header className="page-head">
        <h1>Lists</h1>
        {lists.data ? <ListStates lists={lists.data} /> : !lists.error && <Skeleton label="Loading" lines={[50]} />}
      </header>
      <Hits state={state} onState={(next) => set({ hits: next === 'open' ? '' : next })} />
      <HeldOrders />
      <Part id="sources" title="Sanctions lists">
        {lists.data ? (
          <>
            {lists.data.sources.filter(isUsed).map((source) => (
              <ListSource key={source.source} source={source} now={now} />
            ))}
            <Unused lists={lists.data} />
          </>
        ) : (
          <NotYet asked={lists} text="The lists could not be read." lines={[40, 90, 40, 90]} />
        )}
      </Part>
      <ListImport today={jamaicaDay(now)} waiting={lists.data?.waiting ?? null} />
    </div>
  );
}

/** Whether orders can be called clear at the moment (decision A4). */
function ListStates({ lists: { sources, providers } }: { lists: ListsView }) {
  const needed = sources.filter((source) => source.needed);
  const down = needed.filter(({ state }) => state !== 'fresh').map(({ name }) => name);
  const providersDown = providers.filter(({ state }) => state === 'down').map(({ name }) => name);
  if (needed.length === 0)
    return <Notice kind="bad">No list is named as needed, so no wallet is clear: every new order is held.</Notice>;
  if (down.length + providersDown.length === 0)
    return <p className="ink-2">Every list that is needed is fresh. Wallets and names are screened.</p>;
  return (
    <Notice kind="bad">
      <b>Screening is down.</b> Not to be relied on: {[...down, ...providersDown].join(', ')}. No wallet is clear until
      it is back: new orders are held, and nobody can pay them out.
    </Notice>
  );
}

/** What is not relied upon, and the providers outside, a line each. */
const Unused = ({ lists: { sources, providers } }: { lists: ListsView }) => (
  <ul className="rows">
    {sources
      .filter((source) => !isUsed(source))
      .map((source) => (
        <li key={source.source}>
          <b>{source.name}</b>
          <span className="ink-2">Never imported, and nothing waits for it.</span>
          <Badge kind={sourceWord(source).kind}>{sourceWord(source).text}</Badge>
        </li>
      ))}
    {providers.map(({ name, state }) => (
      <li key={name}>
        <b>{name}</b>
        <span className="ink-2">{state === 'off' ? 'A provider outside, switched off.' : 'A provider outside.'}</span>
        <Badge kind={providerWords[state].kind}>{providerWords[state].text}</Badge>
      </li>
    ))}
  </ul>
);
