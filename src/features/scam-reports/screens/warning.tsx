import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { jamaicaDay } from '../../../kernel/calendar.ts';
import { worded } from '../../../kernel/worded.ts';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { dateText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { Link } from '../../../ui/link.tsx';
import NotFound from '../../../ui/not-found.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { Slip } from '../../../ui/slip.tsx';
import { appealWords, pageWords } from '../own-messages.ts';
import { dataOf } from '../published/feeds.ts';
import type { OneWarning } from '../published/published-store.ts';
import { kindText, peopleText, verdictWords, warningNotes } from '../warning-words.ts';
import './warnings.css';

export const meta = () => [{ title: pageWords.oneTab }];

type Standing = Extract<OneWarning, { withdrawnAt: null }>;

/** The page may have brought it along, where moments are texts. */
const read = (one: OneWarning): OneWarning =>
  one.withdrawnAt
    ? { ...one, withdrawnAt: new Date(one.withdrawnAt) }
    : { ...one, publishedAt: new Date(one.publishedAt) };

const AppealForm = later(() => import('./appeal-form.tsx').then((parts) => parts.AppealForm));

function Appeal({ slug }: { slug: string }) {
  const [asked, setAsked] = useState(false);
  return (
    <section className="stack">
      <h2 className="part">{appealWords.title}</h2>
      {asked ? (
        <AppealForm slug={slug} />
      ) : (
        <div className="row">
          <Button look="line" onClick={() => setAsked(true)}>
            {appealWords.open}
          </Button>
        </div>
      )}
    </section>
  );
}

const Warning = ({ warning }: { warning: Standing }) => (
  <>
    <ScreenHead title={warning.title} text={verdictWords[warning.verdict].long} />
    <div className="stack warning">
      <p className="as-written wrap-any">{warning.summary}</p>
      <Slip
        rows={[
          ...warning.indicators.map((one) => ({
            label: kindText(one),
            figure: <span className="code wrap-any">{one.value}</span>,
          })),
          { label: 'Published', figure: dateText(jamaicaDay(warning.publishedAt)) },
        ]}
      />
      <p>{peopleText(warning.people)}</p>
      <Notice kind="note">
        {warningNotes.ours} {warningNotes.only}
      </Notice>
      <Appeal slug={warning.slug} />
    </div>
    <script type="application/ld+json">
      {JSON.stringify(dataOf(warning, { origin: location.origin, company: pageWords.publisher })).replaceAll(
        '<',
        '\\u003c',
      )}
    </script>
  </>
);

/** /scams/…: one published warning; of one that was withdrawn the day alone. */
export default function WarningScreen() {
  const { slug = '' } = useParams();
  const asked = useQuery(api.scamReports.warning.queryOptions({ input: { slug } }));
  const found = asked.data && read(asked.data);
  const status = (asked.error as { status?: number } | null)?.status;
  if (status === 404 || status === 400) return <NotFound />;
  return (
    <div className="wrap">
      {!found && <NotYet asked={asked} text="The warning could not be read." lines={[60, 90, 80]} />}
      {found?.withdrawnAt === null && <Warning warning={found} />}
      {found?.withdrawnAt && (
        <>
          <ScreenHead title={pageWords.withdrawn} />
          <p>{worded(warningNotes.withdrawn, { day: dateText(jamaicaDay(found.withdrawnAt)) })}</p>
        </>
      )}
      <div>
        <Link className="link" to="/scams">
          {pageWords.all}
        </Link>
      </div>
    </div>
  );
}
