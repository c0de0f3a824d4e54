import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { DetailPage } from '../../../../ui/admin/detail-page.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import '../../../../ui/admin/admin-page.css';
import { ApprovalPanel } from '../../../../ui/admin/approval-panel.tsx';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { DetailsList } from '../../../../ui/admin/details.tsx';
import { adminMeta, useStaffUser } from '../../../../ui/admin/frame.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { useDecide } from '../../../../ui/admin/use-decide.ts';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { errorMessage } from '../../../../ui/error-message.ts';
import { Field, FieldError, TextField } from '../../../../ui/field.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { useCommand } from '../../../../ui/use-command.ts';
import { Rejected } from '../../../approvals/staff/screens/rejected.tsx';
import { scamPermissions } from '../../permissions.ts';
import { formatKind, formatPeople, isPublishable, verdictTexts } from '../../warning-texts.ts';
import { findReason, findVerdictReason, withdrawReasons } from '../reasons.ts';
import { checkAnswers, checkNames, checks, MarkCommon, ProposeWarning, WithdrawWarning } from '../schema.ts';
import { describeOutcome, NoteDialog, ReasonField } from './case-dialogs.tsx';
import { Related, Reports } from './case-reports.tsx';
import {
  type CaseDetails,
  type CaseIndicator,
  type CasePublication,
  scamStaffNotices,
  verdictLabel,
} from './staff-labels.ts';

const JudgeDialog = lazyPart(() => import('./judge-dialog.tsx').then((parts) => parts.JudgeDialog));

const IndicatorValue = ({ indicator: { kind, value } }: { indicator: Pick<CaseIndicator, 'kind' | 'value'> }) => (
  <span className={kind === 'wallet' ? 'code wrap-any' : 'wrap-any'}>{value}</span>
);

const findVerdict = ({ verdicts }: CaseDetails, { verdictId }: CaseIndicator) =>
  verdicts.find(({ id }) => id === verdictId)?.verdict ?? null;

const findPublishable = (scamCase: CaseDetails) =>
  scamCase.indicators.filter((indicator) => {
    const verdict = findVerdict(scamCase, indicator);
    return !indicator.common && !indicator.warned && verdict !== null && isPublishable(verdict);
  });

const ProposeDialog = defineAction(
  ProposeWarning,
  api.scamDesk.proposeWarning,
  ({ scamCase }: { scamCase: CaseDetails }) => {
    const publishable = findPublishable(scamCase);
    const verdict = (publishable[0] && findVerdict(scamCase, publishable[0])) ?? 'unclear';
    return {
      ...describeOutcome('proposed'),
      title: 'Propose a warning',
      confirmLabel: 'Propose',
      wide: true,
      start: {
        caseId: scamCase.id,
        title: scamCase.reports[0]?.name ?? '',
        indicators: [] as string[],
        summary: verdictTexts[verdict].long,
      },
      hint: 'A colleague in compliance or an admin must approve this exact text.',
      fields: ({ form, field, getError }) => {
        const { indicators } = form.values();
        const toggle = (id: string) =>
          indicators.includes(id) ? indicators.filter((chosen) => chosen !== id) : [...indicators, id];
        return (
          <>
            <Field label="Title" maxLength={160} {...field('title')} />
            <TextField
              label="Summary"
              hint="Say what was reported and what we found. Give our judgement, not facts about a person."
              rows={5}
              maxLength={3_000}
              {...field('summary')}
            />
            <fieldset className="field">
              <legend className="label">Indicators to publish</legend>
              {publishable.map((indicator) => (
                <Checkbox
                  key={indicator.id}
                  label={`${formatKind(indicator)}: ${indicator.value}`}
                  checked={indicators.includes(indicator.id)}
                  onChange={() => form.set('indicators', toggle(indicator.id) as never)}
                />
              ))}
              <FieldError id="indicators" text={getError('indicators')} />
            </fieldset>
          </>
        );
      },
    };
  },
);

type ProposalProps = { scamCase: CaseDetails; proposal: CaseDetails['proposals'][number] };

const ProposedText = ({ scamCase, proposal }: ProposalProps) => (
  <div className="stack">
    <p>
      <b className="wrap-any">{proposal.title}</b>, {verdictTexts[proposal.verdict].short.toLowerCase()}
    </p>
    <p className="as-written wrap-any">{proposal.summary}</p>
    <ul className="lines">
      {scamCase.indicators
        .filter(({ id }) => proposal.indicators.includes(id))
        .map((indicator) => (
          <li key={indicator.id}>
            <span className="ink-2">{formatKind(indicator)}</span>{' '}
            <b>
              <IndicatorValue indicator={indicator} />
            </b>
          </li>
        ))}
    </ul>
  </div>
);

/** Lists indicators that the verdict does not cover. Approving the proposal does not publish them. */
function UncoveredIndicators({ scamCase, proposal }: ProposalProps) {
  const { indicators, verdictId } = proposal;
  const uncovered = scamCase.indicators.filter(
    (indicator) => !indicator.common && indicator.verdictId !== verdictId && !indicators.includes(indicator.id),
  );
  if (uncovered.length === 0) return null;
  return (
    <p className="ink-2 wrap-any">
      Not covered by the verdict, so not published: {uncovered.map(({ value }) => value).join(', ')}.
    </p>
  );
}

function OpenProposal({ scamCase, proposal }: ProposalProps) {
  const command = api.scamDesk.decideWarning.mutationOptions();
  const { decide, busy } = useDecide({ command, staleKey: api.scamDesk.key(), notices: scamStaffNotices }, proposal.id);
  return (
    <div className="proposal">
      <p className="num">
        <b>{proposal.isOwn ? 'You' : proposal.proposer}</b> proposed this warning on{' '}
        {formatDateTime(proposal.proposedAt, { year: true })}.
      </p>
      <ProposedText scamCase={scamCase} proposal={proposal} />
      <UncoveredIndicators scamCase={scamCase} proposal={proposal} />
      {scamCase.may.judge && (
        <ApprovalPanel
          isProposer={proposal.isOwn}
          busy={busy}
          onDecide={decide}
          confirmation={{ title: 'Publish warning', confirmLabel: 'Publish', wide: true }}
        >
          <ProposedText scamCase={scamCase} proposal={proposal} />
        </ApprovalPanel>
      )}
    </div>
  );
}

const WithdrawDialog = defineAction(
  WithdrawWarning,
  api.scamDesk.withdrawWarning,
  ({ publication }: { publication: CasePublication }) => ({
    ...describeOutcome('withdrawn'),
    title: 'Withdraw warning',
    confirmLabel: 'Withdraw',
    grave: true,
    start: { publicationId: publication.id, reasonCode: '' },
    fields: ({ form, field }) => (
      <ReasonField reasons={withdrawReasons} chosen={form.values().reasonCode} {...field('reasonCode')} />
    ),
  }),
);

function Publishing({ scamCase }: { scamCase: CaseDetails }) {
  const [dialog, setDialog] = useState<'propose' | CasePublication | null>(null);
  const { proposals, publications, may } = scamCase;
  const canPropose = may.judge && proposals.length === 0 && findPublishable(scamCase).length > 0;
  return (
    <PageSection id="publishing" title="Warnings">
      {publications.length === 0 && proposals.length === 0 && <p className="ink-2">Nothing published yet.</p>}
      {publications.map((publication) => (
        <div key={publication.id} className="stack">
          <p className="num">
            <Link to={`/scams/${publication.slug}`}>{publication.title}</Link>,{' '}
            {formatDateTime(publication.publishedAt, { year: true })}
          </p>
          {publication.withdrawnAt ? (
            <p className="ink-2">
              Withdrawn {formatDateTime(publication.withdrawnAt, { year: true })}:{' '}
              {findReason(withdrawReasons, publication.withdrawnCode ?? '')?.staff}
            </p>
          ) : (
            may.judge && (
              <div className="row">
                <Button variant="bad-line" size="small" onClick={() => setDialog(publication)}>
                  Withdraw warning
                </Button>
              </div>
            )
          )}
        </div>
      ))}
      {proposals.map((proposal) => (
        <OpenProposal key={proposal.id} scamCase={scamCase} proposal={proposal} />
      ))}
      <Rejected kinds={['scam_warning']} subject={scamCase.id} />
      {canPropose && (
        <div className="row">
          <Button variant="line" onClick={() => setDialog('propose')}>
            Propose a warning
          </Button>
        </div>
      )}
      {dialog === 'propose' && <ProposeDialog scamCase={scamCase} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'propose' && (
        <WithdrawDialog publication={dialog} onClose={() => setDialog(null)} />
      )}
    </PageSection>
  );
}

type MarkProps = { caseId: string; indicator: CaseIndicator };

const MarkDialog = defineAction(MarkCommon, api.scamDesk.markShared, ({ caseId, indicator }: MarkProps) => {
  const common = !indicator.common;
  const confirmLabel = common ? 'Mark as shared' : 'Remove “shared” mark';
  return {
    ...describeOutcome(common ? 'common' : 'uncommon'),
    title: confirmLabel,
    confirmLabel,
    start: { caseId, indicatorId: indicator.id, common, word: '' },
    details: (
      <>
        <p className="wrap-any">
          <b>
            <IndicatorValue indicator={indicator} />
          </b>
        </p>
        <p className="ink-2">
          {common
            ? 'This indicator will no longer link reports or show up in lookups.'
            : 'This indicator will link reports and show up in lookups again.'}
        </p>
      </>
    ),
    fields: { word: { label: 'Reason', hint: "For example: a bank's website.", maxLength: 500 } },
  };
});

function Indicators({ scamCase }: { scamCase: CaseDetails }) {
  const [marking, setMarking] = useState<CaseIndicator | null>(null);
  return (
    <PageSection id="things" title="Indicators">
      {scamCase.indicators.length === 0 && <p className="ink-2">The reports contain no indicators.</p>}
      <ul className="lines num">
        {scamCase.indicators.map((indicator) => (
          <li key={indicator.id}>
            <span className="ink-2">{formatKind(indicator)}</span>{' '}
            <b>
              <IndicatorValue indicator={indicator} />
            </b>
            <span className="ink-2">{formatPeople(indicator.people)}</span>
            {!indicator.common && !indicator.verdictId && <Badge kind="pending">Not judged</Badge>}
            {indicator.common && <Badge kind="note">Shared: {indicator.commonWord}</Badge>}
            {scamCase.may.judge && (
              <Button
                variant="bare"
                size="small"
                label={`${indicator.common ? 'Remove “shared” mark' : 'Mark as shared'}: ${indicator.value}`}
                onClick={() => setMarking(indicator)}
              >
                {indicator.common ? 'Remove mark' : 'Mark as shared'}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {marking && <MarkDialog caseId={scamCase.id} indicator={marking} onClose={() => setMarking(null)} />}
    </PageSection>
  );
}

export const meta = () => adminMeta('Reported scam');

const back = { to: '/admin/scams', name: 'Reported scams' };
const rolesNotice = 'Only compliance, support and admins can open this case.';

export default function ScamCaseScreen() {
  const { caseId = '' } = useParams();
  const { roles } = useStaffUser();
  const canRead = roleAllows(scamPermissions.read, roles);
  const query = useQuery(api.scamDesk.case.queryOptions({ input: { caseId }, enabled: canRead }));
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
        'movedTo' in found ? <Navigate to={`/admin/scams/${found.movedTo}`} replace /> : <Panel scamCase={found} />
      }
    </DetailPage>
  );
}

const Verdicts = ({ scamCase }: { scamCase: CaseDetails }) => (
  <PageSection id="verdicts" title="Verdict">
    {scamCase.verdicts.length === 0 && <p className="ink-2">No verdict yet.</p>}
    {scamCase.verdicts.map(({ id, verdict, reasonCode, note, checklist, by, at }) => (
      <div key={id} className="stack">
        <p>
          <Badge kind={verdictLabel(verdict).kind}>{verdictLabel(verdict).text}</Badge>{' '}
          <span className="ink-2 num">
            {by}, {formatDateTime(at, { year: true })}
          </span>
        </p>
        {id !== scamCase.verdicts[0]?.id || id === scamCase.verdictId ? null : (
          <p className="ink-2">This verdict is older than some reports in this case and doesn't cover them.</p>
        )}
        <p>{findVerdictReason(verdict, reasonCode)?.staff ?? reasonCode}</p>
        <p className="as-written wrap-any">{note}</p>
        <DetailsList details={checkNames.map((name) => [checks[name], checkAnswers[checklist[name]]])} />
      </div>
    ))}
  </PageSection>
);

const Notes = ({ scamCase }: { scamCase: CaseDetails }) => (
  <PageSection id="notes" title="Notes">
    {scamCase.notes.length === 0 && <p className="ink-2">No notes.</p>}
    {scamCase.notes.map(({ id, text, by, at }) => (
      <div key={id}>
        <p className="as-written wrap-any">{text}</p>
        <p className="ink-2 num">
          {by}, {formatDateTime(at, { year: true })}
        </p>
      </div>
    ))}
  </PageSection>
);

function Panel({ scamCase }: { scamCase: CaseDetails }) {
  const [dialog, setDialog] = useState<'judge' | 'note' | null>(null);
  const { stale, success } = describeOutcome('reviewed');
  const { afterRefresh } = useInvalidate(...stale);
  const review = useCommand(api.scamDesk.review, { done: () => afterRefresh(success) });
  const { judge } = scamCase.may;
  const isNew = scamCase.reports.some(({ status }) => status === 'submitted');
  const close = () => setDialog(null);
  const label = verdictLabel(scamCase.verdicts.find(({ id }) => id === scamCase.verdictId)?.verdict ?? null);
  return (
    <div className="in desk-page">
      <header className="row between wraps">
        <h1 className="title wrap-any">{scamCase.reports[0]?.name ?? 'Reported scam'}</h1>
        <Badge kind={label.kind}>{label.text}</Badge>
      </header>
      <DetailsList
        details={[
          ['People', String(scamCase.people)],
          ['Reports', String(scamCase.reports.length)],
          ['First reported', formatDateTime(scamCase.openedAt, { year: true })],
          [
            'Waiting since',
            scamCase.waitsSince ? formatDateTime(scamCase.waitsSince, { year: true }) : 'Nothing waiting',
          ],
        ]}
      />
      <ActionBar
        actions={[
          {
            name: 'Start review',
            onPress: judge && isNew ? () => review.mutate({ caseId: scamCase.id }) : undefined,
            busy: review.isPending,
          },
          { name: 'Judge', onPress: judge ? () => setDialog('judge') : undefined, look: 'primary' },
          { name: 'Add note', onPress: () => setDialog('note') },
        ]}
      >
        {!judge && <p className="ink-2">Only compliance or an admin can judge this case.</p>}
      </ActionBar>
      <Indicators scamCase={scamCase} />
      <Verdicts scamCase={scamCase} />
      <Publishing scamCase={scamCase} />
      <Related scamCase={scamCase} />
      <Reports scamCase={scamCase} />
      <Notes scamCase={scamCase} />
      {dialog === 'judge' && <JudgeDialog caseId={scamCase.id} onClose={close} />}
      {dialog === 'note' && <NoteDialog caseId={scamCase.id} onClose={close} />}
    </div>
  );
}
