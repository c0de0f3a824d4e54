import { useState } from 'react';
import { Link } from 'react-router';
import { isFor } from '../../../kernel/acts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { ActDialog } from '../../../ui/desk/act-dialog.tsx';
import '../../../ui/desk/desk-page.css';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { usePages } from '../../../ui/desk/use-list.ts';
import { useView, ViewChips } from '../../../ui/desk/view-chips.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { ageText } from '../../../ui/format.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NextPage } from '../../../ui/pager.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { serverNow } from '../../../ui/server-clock.ts';
import { scamActs } from '../acts.ts';
import { AnswerAppeal } from '../desk/desk-schema.ts';
import { appealReasons } from '../desk/reasons.ts';
import { ReasonField, useTold } from './desk-dialogs.tsx';
import { type Appeal, appealWord } from './desk-words.ts';

export const meta = () => deskMeta('Appeals against warnings');

const outcomes = [
  { value: 'upheld', name: 'Upheld: the warning is withdrawn' },
  { value: 'dismissed', name: 'Dismissed: the warning stands' },
];

function AnswerDialog({ appeal, onClose }: { appeal: Appeal; onClose: () => void }) {
  const { form, field, busy, submit } = useCommandForm(AnswerAppeal, api.scamDesk.answerAppeal, {
    start: { appealId: appeal.id, reasonCode: '', answer: '' },
    ...useTold('answered', onClose),
  });
  const { outcome, reasonCode } = form.values();
  const reasons = outcome ? appealReasons[outcome] : [];
  return (
    <ActDialog title="Answer the appeal" says="Answer" wide busy={busy} submit={submit} onClose={onClose}>
      <SelectField
        label="Answer"
        empty="Choose an answer"
        options={outcomes}
        {...field('outcome', () => form.set('reasonCode', ''))}
      />
      <ReasonField reasons={reasons} chosen={reasonCode} {...field('reasonCode')} />
      <TextField
        label="In your words"
        hint="Whoever appealed reads it by mail, after the reason. Nothing of who reported."
        rows={5}
        maxLength={3_000}
        {...field('answer')}
      />
    </ActDialog>
  );
}

function Line({ appeal, onAnswer }: { appeal: Appeal; onAnswer: () => void }) {
  const { name, email, statement, state, at, answer, title, slug, matterId, mayAnswer, standing } = appeal;
  return (
    <li className="stack">
      <div className="row between wraps">
        <h2 className="part wrap-any">
          <Link to={`/admin/scams/${matterId}`}>{title}</Link>
        </h2>
        <Badge kind={appealWord[state].kind}>{appealWord[state].text}</Badge>
      </div>
      <p className="ink-2 wrap-any num">
        {name}, {email}, {ageText(at, serverNow())}.{' '}
        {standing ? <Link to={`/scams/${slug}`}>What everybody reads</Link> : 'Withdrawn'}
      </p>
      <p className="as-written wrap-any">{statement}</p>
      {answer && <p className="as-written wrap-any ink-2">{answer}</p>}
      {state === 'open' &&
        (mayAnswer ? (
          <div className="row">
            <Button look="line" size="small" onClick={onAnswer}>
              Answer
            </Button>
          </div>
        ) : (
          <p className="ink-2">You judged it or had a hand in publishing it. Somebody else answers.</p>
        ))}
    </li>
  );
}

const views = [
  { key: 'open', name: 'To answer' },
  { key: 'answered', name: 'Answered' },
] as const;

function Appeals() {
  const { view, chips } = useView(views, 'open');
  const { lines = [], ...asked } = usePages(api.scamDesk.appeals, (after) => ({ view, after }));
  const [answering, setAnswering] = useState<Appeal | null>(null);
  return (
    <div className="in desk-page">
      <h1 className="title">Appeals against warnings</h1>
      <ViewChips {...chips} uncounted={views.map(({ key }) => key)} />
      {!asked.data && <NotYet asked={asked} text="The appeals could not be read." lines={[60, 90, 80]} />}
      {asked.data && lines.length === 0 && <EmptyState title="No appeal waits" text="Nobody disputes a warning." />}
      <ul className="stack">
        {lines.map((appeal) => (
          <Line key={appeal.id} appeal={appeal} onAnswer={() => setAnswering(appeal)} />
        ))}
      </ul>
      {asked.data && <NextPage asked={asked} shown={lines.length} />}
      {answering && <AnswerDialog appeal={answering} onClose={() => setAnswering(null)} />}
    </div>
  );
}

/** What those wrote who are named in published warnings, answered by whoever had no hand in them. */
export default function ScamAppealsScreen() {
  const { roles } = useDeskPerson();
  if (isFor(scamActs.judge, roles)) return <Appeals />;
  return (
    <div className="in desk-page">
      <h1 className="title">Appeals against warnings</h1>
      <Notice>Your role does not include this. Compliance or admin read it.</Notice>
    </div>
  );
}
