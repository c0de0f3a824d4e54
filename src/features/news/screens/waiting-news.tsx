import type { ComponentProps } from 'react';
import { api, type call } from '../../../ui/client.ts';
import { SecondPerson } from '../../../ui/desk/second-person.tsx';
import { useDecide } from '../../../ui/desk/use-decide.ts';
import { momentText } from '../../../ui/format.ts';
import { Preview } from '../../letters/screens/preview.tsx';
import { newsNotices } from '../messages.ts';
import { newsPlaces } from '../news-rules.ts';

/** What stands around the words of news. */
export type Around = ComponentProps<typeof Preview>['letter'];

type Waiting = Awaited<ReturnType<typeof call.news.list>>['waiting'][number];
type Props = { around: Around; waiting: Waiting; personId: string; reach: number };

/** News that wait for their second person, as they would go out, and what this person may do about them. */
export function WaitingNews({ around, waiting, personId, reach }: Props) {
  const { id, subject, paragraphs, path, why, proposer, proposedBy, proposedAt } = waiting;
  const own = proposedBy === personId;
  const stale = api.news.key();
  const { decide, busy } = useDecide({ command: api.news.decide.mutationOptions(), stale, notices: newsNotices }, id);
  return (
    <div className="proposal">
      <p>
        <b>News wait for a second person</b>
      </p>
      <p className="wrap-any">“{why}”</p>
      <p className="num ink-2">
        {own ? 'You' : proposer} proposed this, {momentText(proposedAt, { year: true })}. Its button leads to:{' '}
        {newsPlaces[path]}.{' '}
        {own ? 'Somebody else of finance or admin may approve it.' : `You may approve it, ${proposer} may not.`}
      </p>
      <Preview
        letter={around}
        words={{ subject, paragraphs: [...paragraphs] }}
        title={`Proposed: ${subject}`}
        path={path}
      />
      <SecondPerson {...{ own, busy }} onDecide={decide} asks={{ title: 'Send it?', says: 'Approve and send' }}>
        <p className="ink-2">
          It goes out at once to {reach === 1 ? 'one person' : `${reach} people`}, and nothing calls it back.
        </p>
      </SecondPerson>
    </div>
  );
}
