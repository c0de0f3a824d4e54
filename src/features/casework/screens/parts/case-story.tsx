import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { momentText } from '../../../../ui/format.ts';
import { Way, type WayStep } from '../../../../ui/way.tsx';
import { caseOutcomes } from '../../../compliance/cases.ts';
import { NoteCase } from '../../../compliance/schema.ts';
import { useFormOutcome } from '../../../compliance/screens/parts/use-act.ts';
import type { CaseEvent, CaseView } from '../../../compliance/views.ts';
import { readReason } from '../../../trading/order/reasons.ts';
import { eventWords, meaningOf, stops } from './words.ts';

/** What a coded reason means: a hold's is one of trading, a closing's is the outcome. */
function reasonText({ event, reasonCode }: CaseEvent): string | null {
  if (reasonCode === null) return null;
  if (event === 'order_held') return readReason('hold', reasonCode)?.staff ?? reasonCode;
  return meaningOf(caseOutcomes, reasonCode);
}

/** What the event is about, where the case still shows it. */
function subjectText({ subjectId, subjectType }: CaseEvent, folder: CaseView): string | null {
  if (subjectId === null) return null;
  const named: Readonly<Record<string, readonly { id: string; text: string }[]>> = {
    order: folder.orderLines.map(({ id, reference }) => ({ id, text: reference })),
    file: folder.files.map(({ id, name }) => ({ id, text: name })),
    report: (folder.reports ?? []).map(({ id, number }) => ({ id, text: `report ${number}` })),
    person: folder.people.map(({ id, name }) => ({ id, text: name })),
  };
  const lists = subjectType === null ? [] : (named[subjectType] ?? Object.values(named).flat());
  return lists.find(({ id }) => id === subjectId)?.text ?? null;
}

const stepOf = (line: CaseEvent, folder: CaseView): WayStep => {
  const reason = reasonText(line);
  const subject = subjectText(line, folder);
  return {
    state: stops.includes(line.event) ? 'stop' : 'done',
    title: subject ? `${eventWords[line.event]}: ${subject}` : eventWords[line.event],
    note: (
      <>
        {momentText(line.at)}, {line.person ?? 'by itself'}
        {reason && <span className="why">{reason}</span>}
        {line.note && <span className="why">“{line.note}”</span>}
      </>
    ),
  };
};

/** A note, written where the time line ends. */
function NoteForm({ folder }: { folder: CaseView }) {
  const { form, field, busy, submit } = useCommandForm(NoteCase, api.compliance.noteCase, {
    start: { caseId: folder.id, note: '' },
    ...useFormOutcome({ says: 'caseNoted', params: {}, onClose: () => form.reset() }),
  });
  return (
    <form className="stack-s" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label="Note" hint="Only those who work on cases read it." rows={3} {...field('note')} />
      <div>
        <Button type="submit" look="line" busy={busy}>
          Add note
        </Button>
      </div>
    </form>
  );
}

/** Who did what with the case, oldest first, and what it waits for. */
export function CaseStory({ folder }: { folder: CaseView }) {
  const steps = folder.events.map((line) => stepOf(line, folder));
  const next: WayStep[] = folder.state === 'closed' ? [] : [{ state: 'now', title: 'Waits for a decision' }];
  return (
    <Part id="story" title="Time line">
      <Way steps={[...steps, ...next]} />
      {folder.may.work && <NoteForm folder={folder} />}
    </Part>
  );
}
