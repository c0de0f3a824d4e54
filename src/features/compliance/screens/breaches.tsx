import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api } from '../../../ui/client.ts';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { momentText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { type BreachState, breachPartCodes, breachParts } from '../breach.ts';
import type { BreachRow } from '../breach-store.ts';
import '../../../ui/desk/desk-page.css';
import { saveText } from '../../../ui/desk/save-text.ts';
import { aheadOf, Clock } from './parts/clock.tsx';

const NoteDialog = later(() => import('./parts/breach-dialogs.tsx').then((parts) => parts.NoteDialog));
const UpdateDialog = later(() => import('./parts/breach-dialogs.tsx').then((parts) => parts.UpdateDialog));
const TellDialog = later(() => import('./parts/breach-dialogs.tsx').then((parts) => parts.TellDialog));

export const meta = () => deskMeta('Breaches');

const stateWords = {
  told: { kind: 'approved', text: 'Told in time' },
  told_late: { kind: 'other', text: 'Told late' },
  in_time: { kind: 'pending', text: 'To be told' },
  soon: { kind: 'pending', text: 'Less than a day left' },
  overdue: { kind: 'rejected', text: 'Overdue' },
} as const;

type Line = BreachRow & { readonly dueAt: Date; readonly state: BreachState; readonly text: string };

const toldText = (at: Date | null): string => (at ? `told ${momentText(at, { year: true })}` : 'not told yet');

/** One record: its clock, what it says, and what is to be done. */
function Breach({ line, ahead }: { line: Line; ahead: number }) {
  const [open, setOpen] = useState<'write' | 'commissioner' | 'persons' | null>(null);
  const { title, awareAt, dueAt, state, commissionerToldAt, personsToldAt, notedBy } = line;
  const onClose = () => setOpen(null);
  return (
    <li className="breach stack-s">
      <p className="row wraps wrap-any">
        <b>{title}</b> <Badge kind={stateWords[state].kind}>{stateWords[state].text}</Badge>
        {!commissionerToldAt && <Clock since={awareAt} until={dueAt} ahead={ahead} />}
      </p>
      <p className="ink-2 num">
        Known since {momentText(awareAt, { year: true })}, noted by {notedBy}. Due {momentText(dueAt, { year: true })}.
        Commissioner: {toldText(commissionerToldAt)}. People concerned: {toldText(personsToldAt)}.
      </p>
      <dl className="stack-s">
        {breachPartCodes.map((part) => (
          <div key={part}>
            <dt className="t-2xs ink-3">{breachParts[part]}</dt>
            <dd className="wrap-any">{line[part] || 'Not known yet.'}</dd>
          </div>
        ))}
      </dl>
      <div className="row wraps">
        <Button look="line" size="small" label={`Write on: ${title}`} onClick={() => setOpen('write')}>
          Write on
        </Button>
        {!commissionerToldAt && (
          <Button size="small" label={`Commissioner told: ${title}`} onClick={() => setOpen('commissioner')}>
            Commissioner told
          </Button>
        )}
        {!personsToldAt && (
          <Button look="line" size="small" label={`People told: ${title}`} onClick={() => setOpen('persons')}>
            People told
          </Button>
        )}
        <Button
          look="line"
          size="small"
          label={`Text for the Commissioner: ${title}`}
          onClick={() => saveText('breach-report.txt', line.text, 'text/plain;charset=utf-8')}
        >
          <Download className="ic" aria-hidden="true" />
          Text for the Commissioner
        </Button>
      </div>
      {open === 'write' && <UpdateDialog breach={line} onClose={onClose} />}
      {(open === 'commissioner' || open === 'persons') && <TellDialog breach={line} who={open} onClose={onClose} />}
    </li>
  );
}

/** Breaches of personal data: what is known, and by when the Commissioner is told. */
export default function BreachesScreen() {
  const query = useQuery(api.compliance.breaches.queryOptions());
  const [open, setOpen] = useState(false);
  const ahead = aheadOf(query.data?.now, query.dataUpdatedAt);
  return (
    <div className="desk-page">
      <header className="page-head">
        <div className="row between wraps">
          <h1>Breaches</h1>
          <Button onClick={() => setOpen(true)}>Note a breach</Button>
        </div>
        <p className="ink-2">
          The Information Commissioner is told of a breach of personal data within 72 hours of our knowing of it, even
          before all of it is known; the people concerned as well.
        </p>
      </header>
      {query.data?.lines.length === 0 && <p className="ink-2">No breach was noted.</p>}
      <ul className="notes">
        {query.data?.lines.map((line) => (
          <Breach key={line.id} line={line} ahead={ahead} />
        ))}
      </ul>
      {(!query.data || query.error) && (
        <NotYet asked={query} text="The records could not be read." lines={[60, 90, 60]} />
      )}
      {open && <NoteDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
