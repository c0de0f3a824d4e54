import { ApprovalPanel } from '../../../../ui/admin/approval-panel.tsx';
import { useDecide } from '../../../../ui/admin/use-decide.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { formatDateTime, formatDay } from '../../../../ui/format.ts';
import { Link } from '../../../../ui/link.tsx';
import { Rejected } from '../../../approvals/staff/screens/rejected.tsx';
import { formatAmount } from '../../../ledger/amount.ts';
import { isPermanentDismissal } from '../../line-rules.ts';
import {
  contradictionLabels,
  contradictionTexts,
  dismissalLabels,
  distinctToasts,
  reasonLabels,
} from '../../messages.ts';

export type Line = Awaited<ReturnType<typeof call.bankLines.list>>['lines'][number];

export function formatDuplicate({ day, reference, used, byHand, against }: NonNullable<Line['sameAs']>): string {
  const line = `${formatDay(new Date(`${day}T12:00:00Z`), { year: true })} under ${reference || 'no reference'}`;
  if (against) return contradictionTexts[against].replace('{line}', () => line);
  if (byHand) return `Money from ${line} was recorded manually. This may be the same money.`;
  return `Another statement shows a line from ${line}, which ${used ? 'was already used' : 'is also open'}. This may be a duplicate.`;
}

function DistinctProposal({ two, works }: { two: NonNullable<Line['two']>; works: boolean }) {
  const { isOwn, proposer, note, proposalId } = two;
  const { decide, busy } = useDecide(
    { command: api.bankLines.decideDistinct.mutationOptions(), staleKey: api.bankLines.key(), notices: distinctToasts },
    proposalId,
  );
  return (
    <div className="stack-s">
      <p className="wrap-any">
        <b>{isOwn ? 'You' : proposer}</b> marked this as a different payment: {note}
      </p>
      {works && (
        <ApprovalPanel
          isProposer={isOwn}
          busy={busy}
          onDecide={decide}
          confirmation={{ title: 'Confirm as different payments', confirmLabel: 'Confirm' }}
        >
          <p>Check on the bank's website that both payments exist. Both lines can then be confirmed.</p>
        </ApprovalPanel>
      )}
    </div>
  );
}

export type LineMatch = Line['matches'][number];

export type LineRequest =
  | { readonly act: 'confirm' | 'askName'; readonly line: Line; readonly match: LineMatch }
  | { readonly act: 'find' | 'split' | 'setAside' | 'bringBack' | 'proposeTwo'; readonly line: Line };

export const isReadyToConfirm = ({ certain, lacksPayer }: Line): boolean => certain && !lacksPayer;

const getAdminUrl = ({ kind, id }: LineMatch): string => `/admin/${kind === 'order' ? 'orders' : 'payments'}/${id}`;

export function Match({
  match,
  line,
  onRequest,
}: {
  match: LineMatch;
  line: Line;
  onRequest?: (request: LineRequest) => void;
}) {
  const { reference, name, amount, score, reasons, claimed } = match;
  return (
    <li className="stack-s">
      <p className="row wraps wrap-any">
        <b className="num">{score}</b>
        <Link className="link" to={getAdminUrl(match)}>
          {reference}
        </Link>
        <span>
          {name}, {formatAmount(amount)}
        </span>
      </p>
      <p className="ink-2">{reasons.map((reason) => reasonLabels[reason]).join(', ')}.</p>
      {onRequest && (
        <div className="row wraps">
          <Button
            size="small"
            variant="line"
            label={`Confirm for ${reference}`}
            onClick={() => onRequest({ act: 'confirm', line, match })}
          >
            Confirm
          </Button>
          {claimed && reasons.includes('name_other') && (
            <Button
              size="small"
              variant="line"
              label={`Ask about the name: ${reference}`}
              onClick={() => onRequest({ act: 'askName', line, match })}
            >
              Ask about the name
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const getCertainty = ({ certain, matches }: Line): Parameters<typeof Badge>[0] =>
  certain
    ? { kind: 'approved', children: 'Certain' }
    : { kind: matches.length > 0 ? 'pending' : 'other', children: matches.length > 0 ? 'Needs review' : 'No match' };

function getDoubtLabel({ against, used }: NonNullable<Line['sameAs']>): string {
  if (against) return contradictionLabels[against];
  return used ? 'May be recorded already' : 'Possible duplicate';
}

function LineBadges({ line }: { line: Line }) {
  if (line.dismissal)
    return (
      <>
        <Badge>{dismissalLabels[line.dismissal]}</Badge>
        {line.sameAs && <Badge kind="note">{getDoubtLabel(line.sameAs)}</Badge>}
      </>
    );
  return (
    <>
      <Badge {...getCertainty(line)} />
      {line.muchCash && <Badge kind="note">Cash over the legal limit</Badge>}
      {line.alike && <Badge kind="note">Has an identical line</Badge>}
      {line.sameAs && <Badge kind="note">{getDoubtLabel(line.sameAs)}</Badge>}
      {line.askedAt && <Badge kind="note">Asked the customer {formatDateTime(line.askedAt)}</Badge>}
    </>
  );
}

type ItemProps = {
  line: Line;
  ticked: boolean;
  works: boolean;
  onTick: (id: string) => void;
  onRequest: (request: LineRequest) => void;
};

export const getLineElementId = (id: string): string => `line-${id}`;

export function LineItem({ line, ticked, works, onTick, onRequest }: ItemProps) {
  const { id, day, amount, payer, bank, account, reference, details, dismissal, credit, matches } = line;
  const name = `${formatAmount(amount)}, ${reference || day}`;
  const from = [payer || 'unknown payer', bank, account].filter(Boolean).join(', ');
  const renderAction = (act: Exclude<LineRequest['act'], 'confirm' | 'askName'>, label: string) => (
    <Button size="small" variant="line" label={`${label}: ${name}`} onClick={() => onRequest({ act, line })}>
      {label}
    </Button>
  );
  return (
    <li id={getLineElementId(id)} className="stack-s unallocated" aria-label={name} tabIndex={-1}>
      <p className="row wraps wrap-any">
        {works && isReadyToConfirm(line) && (
          <input type="checkbox" aria-label={`Choose ${name}`} checked={ticked} onChange={() => onTick(id)} />
        )}
        <b className="num">{formatAmount(amount)}</b> <LineBadges line={line} />
      </p>
      <p className="ink-2 num wrap-any">
        {formatDay(new Date(`${day}T12:00:00Z`), { year: true })}, {credit ? 'from' : 'to'} {from}, under{' '}
        <span className="code">{reference || 'no reference'}</span>. {details}
      </p>
      {line.sameAs && <p className="wrap-any">{formatDuplicate(line.sameAs)}</p>}
      {line.two && <DistinctProposal two={line.two} works={works} />}
      {line.sameAs && <Rejected kinds={['two_lines']} subject={id} />}
      {matches.length > 0 && (
        <ul className="notes" aria-label={`Possible matches: ${name}`}>
          {matches.map((match) => (
            <Match key={match.id} match={match} line={line} {...(works && { onRequest })} />
          ))}
        </ul>
      )}
      {works && (
        <div className="row wraps">
          {dismissal === null ? (
            <>
              {renderAction('find', 'Find a match')}
              {renderAction('split', 'Split or leave unallocated')}
              {renderAction('setAside', 'Dismiss')}
              {line.sameAs && !line.two && renderAction('proposeTwo', 'Different payment')}
            </>
          ) : (
            <>
              {credit && !isPermanentDismissal(dismissal) && renderAction('bringBack', 'Restore')}
              {line.sameAs && !line.two && renderAction('proposeTwo', 'Different payment')}
            </>
          )}
        </div>
      )}
    </li>
  );
}
