import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { ActBar } from '../../../ui/desk/act-bar.tsx';
import { Alone } from '../../../ui/desk/alone.tsx';
import '../../../ui/desk/desk-page.css';
import { FactList } from '../../../ui/desk/facts.tsx';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { Part } from '../../../ui/desk/part.tsx';
import { momentText } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { refusalWords } from '../../../ui/refusal-words.ts';
import { scamActs } from '../acts.ts';
import { checkAnswers, checkNames, checks } from '../desk/checklist.ts';
import { verdictReason } from '../desk/reasons.ts';
import { JudgeDialog, NoteDialog, useReview } from './desk-dialogs.tsx';
import { Publishing } from './desk-publishing.tsx';
import { Reports } from './desk-reports.tsx';
import { Things } from './desk-things.tsx';
import { type MatterCase, verdictWord } from './desk-words.ts';

export const meta = () => deskMeta('Reported scam');

const back = { to: '/admin/scams', name: 'Reported scams' };
const only = 'Compliance, support or admin read this.';

/** One matter: what was reported, what it names, what was made of it, and what may be done. */
export default function ScamMatterScreen() {
  const { matterId = '' } = useParams();
  const { roles } = useDeskPerson();
  const reads = isFor(scamActs.read, roles);
  const query = useQuery(api.scamDesk.matter.queryOptions({ input: { matterId }, enabled: reads }));
  const own = query.error && refusalWords(query.error).code === 'approvals.own_matter';
  if (!reads || own)
    return (
      <div className="panel alone">
        <div className="in">
          <h1 className="title">Reported scam</h1>
          <Notice kind="wait">{own ? 'You reported this. Somebody else looks at it.' : only}</Notice>
        </div>
      </div>
    );
  return (
    <Alone query={query} back={back} keys={[[['Esc'], 'back to the list']]} failed="The matter could not be read.">
      {(found) =>
        'movedTo' in found ? <Navigate to={`/admin/scams/${found.movedTo}`} replace /> : <Panel matter={found} />
      }
    </Alone>
  );
}

const Verdicts = ({ matter }: { matter: MatterCase }) => (
  <Part id="verdicts" title="Verdict">
    {matter.verdicts.length === 0 && <p className="ink-2">Nobody judged it yet.</p>}
    {matter.verdicts.map(({ id, verdict, reasonCode, note, checklist, by, at }) => (
      <div key={id} className="stack">
        <p>
          <Badge kind={verdictWord(verdict).kind}>{verdictWord(verdict).text}</Badge>{' '}
          <span className="ink-2 num">
            {by}, {momentText(at, { year: true })}
          </span>
        </p>
        {id !== matter.verdicts[0]?.id || id === matter.verdictId ? null : (
          <p className="ink-2">Judged before other reports were joined with it. Of what came since it says nothing.</p>
        )}
        <p>{verdictReason(verdict, reasonCode)?.staff ?? reasonCode}</p>
        <p className="as-written wrap-any">{note}</p>
        <FactList facts={checkNames.map((name) => [checks[name], checkAnswers[checklist[name]]])} />
      </div>
    ))}
  </Part>
);

const Notes = ({ matter }: { matter: MatterCase }) => (
  <Part id="notes" title="Notes">
    {matter.notes.length === 0 && <p className="ink-2">No notes.</p>}
    {matter.notes.map(({ id, text, by, at }) => (
      <div key={id}>
        <p className="as-written wrap-any">{text}</p>
        <p className="ink-2 num">
          {by}, {momentText(at, { year: true })}
        </p>
      </div>
    ))}
  </Part>
);

function Panel({ matter }: { matter: MatterCase }) {
  const [act, setAct] = useState<'judge' | 'note' | null>(null);
  const review = useReview(matter.id);
  const { judge } = matter.may;
  const isNew = matter.reports.some(({ status }) => status === 'submitted');
  const close = () => setAct(null);
  const word = verdictWord(matter.verdicts.find(({ id }) => id === matter.verdictId)?.verdict ?? null);
  return (
    <div className="in desk-page">
      <header className="row between wraps">
        <h1 className="title wrap-any">{matter.reports[0]?.name ?? 'Reported scam'}</h1>
        <Badge kind={word.kind}>{word.text}</Badge>
      </header>
      <FactList
        facts={[
          ['People', String(matter.people)],
          ['Reports', String(matter.reports.length)],
          ['First reported', momentText(matter.openedAt, { year: true })],
          ['Waits since', matter.waitsSince ? momentText(matter.waitsSince, { year: true }) : 'Nothing waits'],
        ]}
      />
      <ActBar
        acts={[
          { name: 'Start review', on: judge && isNew ? review.start : undefined, busy: review.busy },
          { name: 'Judge', on: judge ? () => setAct('judge') : undefined, look: 'primary' },
          { name: 'Note', on: () => setAct('note') },
        ]}
      >
        {!judge && <p className="ink-2">Compliance or admin judge it.</p>}
      </ActBar>
      <Things matter={matter} />
      <Verdicts matter={matter} />
      <Publishing matter={matter} />
      <Reports matter={matter} />
      <Notes matter={matter} />
      {act === 'judge' && <JudgeDialog matterId={matter.id} onClose={close} />}
      {act === 'note' && <NoteDialog matterId={matter.id} onClose={close} />}
    </div>
  );
}
