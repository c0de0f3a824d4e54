import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { roleAllows } from '../../../kernel/permissions.ts';
import { ActionBar } from '../../../ui/admin/action-bar.tsx';
import { DetailPage } from '../../../ui/admin/detail-page.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import '../../../ui/admin/admin-page.css';
import { DetailsList } from '../../../ui/admin/details.tsx';
import { adminMeta, useStaffUser } from '../../../ui/admin/frame.tsx';
import { PageSection } from '../../../ui/admin/section.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { scamPermissions } from '../acts.ts';
import { checkAnswers, checkNames, checks } from '../staff/checklist.ts';
import { findVerdictReason } from '../staff/reasons.ts';
import { JudgeDialog, NoteDialog, useReview } from './case-dialogs.tsx';
import { Things } from './case-indicators.tsx';
import { Publishing } from './case-publishing.tsx';
import { Reports } from './case-reports.tsx';
import { Related } from './merge-cases.tsx';
import { type MatterCase, verdictLabel } from './staff-labels.ts';

export const meta = () => adminMeta('Reported scam');

const back = { to: '/admin/scams', name: 'Reported scams' };
const rolesNotice = 'Only compliance, support and admins can open this case.';

export default function ScamMatterScreen() {
  const { matterId = '' } = useParams();
  const { roles } = useStaffUser();
  const canRead = roleAllows(scamPermissions.read, roles);
  const query = useQuery(api.scamDesk.matter.queryOptions({ input: { matterId }, enabled: canRead }));
  const isOwn = query.error && errorMessage(query.error).code === 'approvals.own_matter';
  if (!canRead || isOwn)
    return (
      <div className="panel alone">
        <div className="in">
          <h1 className="title">Reported scam</h1>
          <Notice kind="wait">{isOwn ? 'You reported this, so a colleague has to review it.' : rolesNotice}</Notice>
        </div>
      </div>
    );
  return (
    <DetailPage query={query} back={back} keys={[[['Esc'], 'back to the list']]} failed="We couldn't load this case.">
      {(found) =>
        'movedTo' in found ? <Navigate to={`/admin/scams/${found.movedTo}`} replace /> : <Panel matter={found} />
      }
    </DetailPage>
  );
}

const Verdicts = ({ matter }: { matter: MatterCase }) => (
  <PageSection id="verdicts" title="Verdict">
    {matter.verdicts.length === 0 && <p className="ink-2">No verdict yet.</p>}
    {matter.verdicts.map(({ id, verdict, reasonCode, note, checklist, by, at }) => (
      <div key={id} className="stack">
        <p>
          <Badge kind={verdictLabel(verdict).kind}>{verdictLabel(verdict).text}</Badge>{' '}
          <span className="ink-2 num">
            {by}, {formatDateTime(at, { year: true })}
          </span>
        </p>
        {id !== matter.verdicts[0]?.id || id === matter.verdictId ? null : (
          <p className="ink-2">This verdict is older than some reports in this case and doesn't cover them.</p>
        )}
        <p>{findVerdictReason(verdict, reasonCode)?.staff ?? reasonCode}</p>
        <p className="as-written wrap-any">{note}</p>
        <DetailsList details={checkNames.map((name) => [checks[name], checkAnswers[checklist[name]]])} />
      </div>
    ))}
  </PageSection>
);

const Notes = ({ matter }: { matter: MatterCase }) => (
  <PageSection id="notes" title="Notes">
    {matter.notes.length === 0 && <p className="ink-2">No notes.</p>}
    {matter.notes.map(({ id, text, by, at }) => (
      <div key={id}>
        <p className="as-written wrap-any">{text}</p>
        <p className="ink-2 num">
          {by}, {formatDateTime(at, { year: true })}
        </p>
      </div>
    ))}
  </PageSection>
);

function Panel({ matter }: { matter: MatterCase }) {
  const [dialog, setDialog] = useState<'judge' | 'note' | null>(null);
  const review = useReview(matter.id);
  const { judge } = matter.may;
  const isNew = matter.reports.some(({ status }) => status === 'submitted');
  const close = () => setDialog(null);
  const label = verdictLabel(matter.verdicts.find(({ id }) => id === matter.verdictId)?.verdict ?? null);
  return (
    <div className="in desk-page">
      <header className="row between wraps">
        <h1 className="title wrap-any">{matter.reports[0]?.name ?? 'Reported scam'}</h1>
        <Badge kind={label.kind}>{label.text}</Badge>
      </header>
      <DetailsList
        details={[
          ['People', String(matter.people)],
          ['Reports', String(matter.reports.length)],
          ['First reported', formatDateTime(matter.openedAt, { year: true })],
          ['Waiting since', matter.waitsSince ? formatDateTime(matter.waitsSince, { year: true }) : 'Nothing waiting'],
        ]}
      />
      <ActionBar
        actions={[
          { name: 'Start review', onPress: judge && isNew ? review.start : undefined, busy: review.busy },
          { name: 'Judge', onPress: judge ? () => setDialog('judge') : undefined, look: 'primary' },
          { name: 'Add note', onPress: () => setDialog('note') },
        ]}
      >
        {!judge && <p className="ink-2">Only compliance or an admin can judge this case.</p>}
      </ActionBar>
      <Things matter={matter} />
      <Verdicts matter={matter} />
      <Publishing matter={matter} />
      <Related matter={matter} />
      <Reports matter={matter} />
      <Notes matter={matter} />
      {dialog === 'judge' && <JudgeDialog matterId={matter.id} onClose={close} />}
      {dialog === 'note' && <NoteDialog matterId={matter.id} onClose={close} />}
    </div>
  );
}
