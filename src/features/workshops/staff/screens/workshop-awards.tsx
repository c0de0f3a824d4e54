import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApprovalPanel } from '../../../../ui/admin/approval-panel.tsx';
import { defineAction } from '../../../../ui/admin/define-action.tsx';
import { Code, DetailsList } from '../../../../ui/admin/details.tsx';
import { PageSection } from '../../../../ui/admin/section.tsx';
import { useDecide } from '../../../../ui/admin/use-decide.ts';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { formatCount, formatPlural, formatWithUnit } from '../../../../ui/number-format.ts';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { Rejected } from '../../../approvals/staff/screens/rejected.tsx';
import { RecordAward } from '../../staff-schema.ts';
import { awardLabels, awardNotices, workshopNotices } from './workshop-labels.ts';

type Awards = Awaited<ReturnType<typeof call.workshopsDesk.awards>>;
type Award = Awards['lines'][number];
type Proposal = NonNullable<Awards['proposal']>;

const RecordDialog = defineAction(RecordAward, api.workshopsDesk.recordAward, ({ line }: { line: Award }) => ({
  title: 'Record LGM as sent',
  confirmLabel: 'Record as sent',
  start: { awardId: line.id, hash: '' },
  stale: [api.workshopsDesk.key()],
  success: () => toastSuccess(workshopNotices.awardSent, line),
  details: (
    <DetailsList
      isFrozen
      details={[
        ['To', line.attendee],
        ['Wallet', <Code key="wallet" text={line.address ?? ''} />],
        ['LGM', formatCount(line.lgm)],
      ]}
    />
  ),
  fields: { hash: { label: 'Transaction hash', hint: 'Or a link to it in a block explorer.' } },
}));

function AwardProposal({ proposal, canRelease }: { proposal: Proposal; canRelease: boolean }) {
  const { id, isOwn, proposer, awards } = proposal;
  const command = api.workshopsDesk.decideAwards.mutationOptions();
  const { decide, busy } = useDecide({ command, staleKey: api.workshopsDesk.key(), notices: awardNotices }, id);
  const total = formatCount(awards.reduce((sum, { lgm }) => sum + lgm, 0));
  return (
    <div className="stack-s">
      <p>
        <b>{isOwn ? 'You' : proposer}</b> proposed to send {total} LGM to{' '}
        {formatPlural(awards.length, 'person', 'people')}.
      </p>
      {canRelease && (
        <ApprovalPanel
          isProposer={isOwn}
          busy={busy}
          onDecide={decide}
          confirmation={{ title: `Release ${total} LGM`, confirmLabel: 'Release' }}
        >
          <p>The LGM can then be sent to these wallets. You can't undo this.</p>
          <ul className="stack-s">
            {awards.map((award) => (
              <li key={award.id} className="wrap-any">
                {award.attendee}: {formatCount(award.lgm)} to <Code text={award.address} />
              </li>
            ))}
          </ul>
        </ApprovalPanel>
      )}
    </div>
  );
}

function AwardItem({ line, onSent }: { line: Award; onSent: (() => void) | undefined }) {
  const { attendee, state, lgm, address, transactionHash } = line;
  return (
    <li className="stack-s">
      <div className="row between wraps">
        <b className="wrap-any">{attendee}</b>
        <Badge kind={awardLabels[state].kind}>{awardLabels[state].text}</Badge>
      </div>
      {address && (
        <p className="wrap-any">
          {formatWithUnit(formatCount(lgm), 'LGM')} to <Code text={address} />{' '}
          {state === 'released' && <CopyButton text={address} name="wallet" />}
        </p>
      )}
      {transactionHash && (
        <p className="wrap-any t-xs ink-2">
          Hash <Code text={transactionHash} />
        </p>
      )}
      {onSent && (
        <div className="row">
          <Button variant="line" size="small" onClick={onSent}>
            Record as sent
          </Button>
        </div>
      )}
    </li>
  );
}

/** Award release: proposed, approved by a second person, sent and recorded. */
export function Awards({ sessionId, canRelease }: { sessionId: string; canRelease: boolean }) {
  const query = useQuery(api.workshopsDesk.awards.queryOptions({ input: { sessionId } }));
  const { refresh } = useInvalidate(api.workshopsDesk.key());
  const [recordedAward, setRecordedAward] = useState<Award | null>(null);
  const propose = useMutation({
    ...api.workshopsDesk.proposeAwards.mutationOptions(),
    onSuccess: (result) => toastSuccess(workshopNotices.awardsAsked, { count: formatCount(result.count) }),
    onError: toastRefusal,
    onSettled: refresh,
  });
  const { lines, proposal } = query.data ?? {};
  const ready = lines?.filter(({ state, own }) => state === 'named' && !own).length ?? 0;
  if (lines?.length === 0) return null;
  return (
    <PageSection id="awards-heading" title="LGM for attendees">
      {!lines && <QueryPlaceholder query={query} text="We couldn't load the LGM." lines={[60, 90, 60]} />}
      {lines && (
        <div className="stack-s">
          {proposal ? (
            <AwardProposal key={proposal.id} proposal={proposal} canRelease={canRelease} />
          ) : (
            canRelease && (
              <div className="row wraps">
                <Button
                  size="small"
                  busy={propose.isPending}
                  disabled={ready === 0}
                  onClick={() => propose.mutate({ sessionId })}
                >
                  Propose release
                </Button>
                <span className="t-xs ink-2">
                  {ready === 0
                    ? 'No wallets to release yet.'
                    : `${formatPlural(ready, 'wallet', 'wallets')} to release.`}
                </span>
              </div>
            )
          )}
          <Rejected kinds={['award']} subject={sessionId} />
          <ul className="award-lines">
            {lines.map((line) => (
              <AwardItem
                key={line.id}
                line={line}
                onSent={canRelease && line.state === 'released' && !line.own ? () => setRecordedAward(line) : undefined}
              />
            ))}
          </ul>
        </div>
      )}
      {recordedAward && <RecordDialog line={recordedAward} onClose={() => setRecordedAward(null)} />}
    </PageSection>
  );
}
