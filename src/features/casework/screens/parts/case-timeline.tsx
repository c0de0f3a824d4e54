import { PageSection } from '../../../../ui/admin/section.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { useCommandForm } from '../../../../ui/form.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Timeline, type TimelineStep } from '../../../../ui/timeline.tsx';
import { caseOutcomes } from '../../../compliance/cases.ts';
import { NoteCase } from '../../../compliance/schema.ts';
import { useFormOutcome } from '../../../compliance/screens/parts/use-action.ts';
import type { CaseEvent, CaseView } from '../../../compliance/views.ts';
import { readReason } from '../../../trading/order/reasons.ts';
import { eventLabels, getLabel, stopEvents } from './labels.ts';

/** Label of a reason code: hold reasons come from trading, closing reasons are outcomes. */
function getReasonLabel({ event, reasonCode }: CaseEvent): string | null {
  if (reasonCode === null) return null;
  if (event === 'order_held') return readReason('hold', reasonCode)?.staff ?? reasonCode;
  return getLabel(caseOutcomes, reasonCode);
}

function getSubjectLabel({ subjectId, subjectType }: CaseEvent, folder: CaseView): string | null {
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

const toTimelineStep = (line: CaseEvent, folder: CaseView): TimelineStep => {
  const reason = getReasonLabel(line);
  const subject = getSubjectLabel(line, folder);
  return {
    state: stopEvents.includes(line.event) ? 'stop' : 'done',
    title: subject ? `${eventLabels[line.event]}: ${subject}` : eventLabels[line.event],
    note: (
      <>
        {formatDateTime(line.at)}, {line.person ?? 'automatic'}
        {reason && <span className="why">{reason}</span>}
        {line.note && <span className="why">“{line.note}”</span>}
      </>
    ),
  };
};

function NoteForm({ folder }: { folder: CaseView }) {
  const { form, field, busy, submit } = useCommandForm(NoteCase, api.compliance.noteCase, {
    start: { caseId: folder.id, note: '' },
    ...useFormOutcome({ says: 'caseNoted', params: {}, onClose: () => form.reset() }),
  });
  return (
    <form className="stack-s" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label="Note" hint="Only staff who work on cases can read this." rows={3} {...field('note')} />
      <div>
        <Button type="submit" variant="line" busy={busy}>
          Add note
        </Button>
      </div>
    </form>
  );
}

export function CaseTimeline({ folder }: { folder: CaseView }) {
  const steps = folder.events.map((line) => toTimelineStep(line, folder));
  const next: TimelineStep[] = folder.state === 'closed' ? [] : [{ state: 'now', title: 'Waiting for a decision' }];
  return (
    <PageSection id="story" title="Timeline">
      <Timeline steps={[...steps, ...next]} />
      {folder.may.work && <NoteForm folder={folder} />}
    </PageSection>
  );
}
