import { useState } from 'react';
import { ActionDialog } from '../../../ui/admin/action-dialog.tsx';
import { ApprovalPanel } from '../../../ui/admin/approval-panel.tsx';
import { PageSection } from '../../../ui/admin/section.tsx';
import { useDecide } from '../../../ui/admin/use-decide.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api } from '../../../ui/client.ts';
import { Field, FieldError, TextField } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { Rejected } from '../../approvals/screens/rejected.tsx';
import { findReason, withdrawReasons } from '../staff/reasons.ts';
import { ProposeWarning, WithdrawWarning } from '../staff/schema.ts';
import { scamStaffNotices } from '../staff/toasts.ts';
import { formatKind, isPublishable, verdictTexts } from '../warning-texts.ts';
import { ReasonField, useOutcomeToast } from './case-dialogs.tsx';
import { IndicatorValue } from './indicator-value.tsx';
import type { MatterCase, MatterPublication, MatterThing } from './staff-labels.ts';

const findVerdict = ({ verdicts }: MatterCase, { verdictId }: MatterThing) =>
  verdicts.find(({ id }) => id === verdictId)?.verdict ?? null;

const findPublishable = (matter: MatterCase) =>
  matter.indicators.filter((indicator) => {
    const verdict = findVerdict(matter, indicator);
    return !indicator.common && !indicator.warned && verdict !== null && isPublishable(verdict);
  });

function ProposeDialog({ matter, onClose }: { matter: MatterCase; onClose: () => void }) {
  const things = findPublishable(matter);
  const verdict = (things[0] && findVerdict(matter, things[0])) ?? 'unclear';
  const start = {
    ...{ matterId: matter.id, title: matter.reports[0]?.name ?? '', indicators: [] as string[] },
    summary: verdictTexts[verdict].long,
  };
  const { form, field, getError, busy, submit } = useCommandForm(ProposeWarning, api.scamDesk.proposeWarning, {
    start,
    ...useOutcomeToast('proposed', onClose),
  });
  const { indicators } = form.values();
  const toggle = (id: string) =>
    indicators.includes(id) ? indicators.filter((chosen) => chosen !== id) : [...indicators, id];
  return (
    <ActionDialog title="Propose a warning" says="Propose" wide busy={busy} submit={submit} onClose={onClose}>
      <p className="ink-2">A colleague in compliance or an admin must approve this exact text.</p>
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
        {things.map((indicator) => (
          <Checkbox
            key={indicator.id}
            label={`${formatKind(indicator)}: ${indicator.value}`}
            checked={indicators.includes(indicator.id)}
            onChange={() => form.set('indicators', toggle(indicator.id) as never)}
          />
        ))}
        <FieldError id="indicators" text={getError('indicators')} />
      </fieldset>
    </ActionDialog>
  );
}

type ProposalProps = { matter: MatterCase; proposal: MatterCase['proposals'][number] };

const ProposedText = ({ matter, proposal }: ProposalProps) => (
  <div className="stack">
    <p>
      <b className="wrap-any">{proposal.title}</b>, {verdictTexts[proposal.verdict].short.toLowerCase()}
    </p>
    <p className="as-written wrap-any">{proposal.summary}</p>
    <ul className="lines">
      {matter.indicators
        .filter(({ id }) => proposal.indicators.includes(id))
        .map((indicator) => (
          <li key={indicator.id}>
            <span className="ink-2">{formatKind(indicator)}</span>{' '}
            <b>
              <IndicatorValue thing={indicator} />
            </b>
          </li>
        ))}
    </ul>
  </div>
);

/** Lists indicators added after the verdict. Approving the proposal does not publish them. */
function LaterIndicators({ matter, proposal }: ProposalProps) {
  const { indicators, verdictId } = proposal;
  const since = matter.indicators.filter(
    (indicator) => !indicator.common && indicator.verdictId !== verdictId && !indicators.includes(indicator.id),
  );
  if (since.length === 0) return null;
  return (
    <p className="ink-2 wrap-any">
      Not covered by the verdict, so not published: {since.map(({ value }) => value).join(', ')}.
    </p>
  );
}

function OpenProposal({ matter, proposal }: ProposalProps) {
  const command = api.scamDesk.decideWarning.mutationOptions();
  const { decide, busy } = useDecide({ command, staleKey: api.scamDesk.key(), notices: scamStaffNotices }, proposal.id);
  return (
    <div className="proposal">
      <p className="num">
        <b>{proposal.mine ? 'You' : proposal.proposer}</b> proposed this warning on{' '}
        {formatDateTime(proposal.proposedAt, { year: true })}.
      </p>
      <ProposedText matter={matter} proposal={proposal} />
      <LaterIndicators matter={matter} proposal={proposal} />
      {matter.may.judge && (
        <ApprovalPanel
          isProposer={proposal.mine}
          busy={busy}
          onDecide={decide}
          confirmation={{ title: 'Publish warning', says: 'Publish', wide: true }}
        >
          <ProposedText matter={matter} proposal={proposal} />
        </ApprovalPanel>
      )}
    </div>
  );
}

function WithdrawDialog({ publication, onClose }: { publication: MatterPublication; onClose: () => void }) {
  const { form, field, busy, submit } = useCommandForm(WithdrawWarning, api.scamDesk.withdrawWarning, {
    start: { publicationId: publication.id, reasonCode: '' },
    ...useOutcomeToast('withdrawn', onClose),
  });
  return (
    <ActionDialog title="Withdraw warning" says="Withdraw" grave busy={busy} submit={submit} onClose={onClose}>
      <ReasonField reasons={withdrawReasons} chosen={form.values().reasonCode} {...field('reasonCode')} />
    </ActionDialog>
  );
}

export function Publishing({ matter }: { matter: MatterCase }) {
  const [dialog, setDialog] = useState<'propose' | MatterPublication | null>(null);
  const { proposals, publications, may } = matter;
  const canPropose = may.judge && proposals.length === 0 && findPublishable(matter).length > 0;
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
        <OpenProposal key={proposal.id} matter={matter} proposal={proposal} />
      ))}
      <Rejected kinds={['scam_warning']} subject={matter.id} />
      {canPropose && (
        <div className="row">
          <Button variant="line" onClick={() => setDialog('propose')}>
            Propose a warning
          </Button>
        </div>
      )}
      {dialog === 'propose' && <ProposeDialog matter={matter} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'propose' && (
        <WithdrawDialog publication={dialog} onClose={() => setDialog(null)} />
      )}
    </PageSection>
  );
}
