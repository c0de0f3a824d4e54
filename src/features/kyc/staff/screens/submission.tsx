import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, Eye } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { roleAllows } from '../../../../kernel/permissions.ts';
import { DetailBar } from '../../../../ui/admin/detail-page.tsx';
import { type Detail, DetailsList } from '../../../../ui/admin/details.tsx';
import type { DocumentFile } from '../../../../ui/admin/document-viewer/use-document-file.ts';
import { DocumentViewer } from '../../../../ui/admin/document-viewer/viewer.tsx';
import { adminMeta, type StaffUser } from '../../../../ui/admin/frame.tsx';
import { OwnCaseNotice, restrictToRole } from '../../../../ui/admin/role-notice.tsx';
import { type Shortcut, ShortcutDialog, useShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { useServerNow } from '../../../../ui/admin/use-list.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { formatDate, formatDateTime } from '../../../../ui/format.ts';
import NotFound from '../../../../ui/not-found.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { QueryPlaceholder } from '../../../../ui/states.tsx';
import { holderMatches } from '../../../ledger/names.ts';
import { identityPermissions } from '../../permissions.ts';
import type { ItemAction } from '../../reasons.ts';
import { ReasonPicker, ReviewBar, useDecision } from './review-bar.tsx';
import {
  getPromiseTint,
  getReviewLabel,
  getTierLabel,
  itemLabels,
  type Review,
  type ReviewItem,
  riskLabels,
  triggerLabels,
} from './review-labels.ts';
import { SubmissionHistory } from './submission-history.tsx';
import { formatPartQuery, useIdentityQueue, useIdentityUrlState } from './use-identity-queue.ts';

type Profile = { readonly name: string; readonly dateOfBirth: string };

type ItemValue = readonly [label: string, value: string];

const isSameName = (typed: string, { name }: Profile): boolean =>
  holderMatches(typed, { firstName: null, lastName: null, displayName: name });

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const formatIfDay = (day: string): string => (isDay(day) ? formatDate(day) : day);

/** Labels in `fields.ts` of the two fields that the profile has too. */
export const comparedLabels = { name: 'Full name', birthDate: 'Date of birth' } as const;

/** Returns the profile's value if it differs, else null. Names ignore order, case and accents, as for payouts. */
export function findProfileDifference([label, value]: ItemValue, profile: Profile): string | null {
  if (label === comparedLabels.name) return isSameName(value, profile) ? null : profile.name;
  if (label !== comparedLabels.birthDate || profile.dateOfBirth === '') return null;
  const expected = formatIfDay(profile.dateOfBirth);
  return formatIfDay(value) === expected ? null : expected;
}

function ItemDetails({ item, profile }: { item: ReviewItem; profile: Profile | undefined }) {
  if (item.facts.length === 0) return null;
  const facts = item.facts.map((fact): Detail => {
    const other = profile ? findProfileDifference(fact, profile) : null;
    if (other === null) return [fact[0], formatIfDay(fact[1])];
    return [
      fact[0],
      <>
        {formatIfDay(fact[1])}
        <span className="differs">
          <b>Differs:</b> the profile says {other}
        </span>
      </>,
    ];
  });
  return <DetailsList details={facts} />;
}

function ItemState({ item }: { item: ReviewItem }) {
  const { state, reasonCode, reasons, decidedBy, decidedAt, carriedFrom } = item;
  const list = state === 'rejected' ? reasons.reject : state === 'wanted' ? reasons.want : [];
  const reason = list.find(({ code }) => code === reasonCode);
  return (
    <>
      {reason && (
        <p className="reads">
          <b>Customer sees:</b> {reason.customer}
        </p>
      )}
      {(decidedBy !== null || carriedFrom !== null) && (
        <p className="t-2xs ink-3 num">
          {decidedBy}
          {decidedBy !== null && decidedAt && `, ${formatDateTime(decidedAt)}`}
          {carriedFrom !== null && (
            <>
              {decidedBy !== null && '. '}
              <Link className="link" to={`/admin/identity/${carriedFrom}`}>
                Kept from an earlier submission
              </Link>
            </>
          )}
        </p>
      )}
    </>
  );
}

type ItemDecisionProps = { review: Review; item: ReviewItem };

function useItemDecision({ review, item }: ItemDecisionProps, onDone: () => void) {
  return useDecision({
    name: item.name,
    send: (itemDecision: { decision: 'accept' } | { decision: ItemAction; reasonCode: string }) =>
      call.identity.decideItems({ submissionId: review.id, items: [{ item: item.item, ...itemDecision }], note: '' }),
    getNotice: (_, { decision }) => decision,
    onDone,
  });
}

const actionLabels: Readonly<Record<ItemAction, string>> = { reject: 'Reject', want: 'Ask for more' };

function ItemDecision(props: ItemDecisionProps) {
  const { item } = props;
  const [action, setAction] = useState<ItemAction | null>(null);
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const close = () => {
    setAction(null);
    setCode('');
    setIsMissing(false);
  };
  const decision = useItemDecision(props, close);
  if (action === null) {
    const button = (each: ItemAction) => (
      <Button
        variant={each === 'reject' ? 'bad-line' : 'line'}
        size="small"
        label={`${actionLabels[each]}: ${item.name}`}
        onClick={() => setAction(each)}
      >
        {actionLabels[each]}
      </Button>
    );
    return (
      <div className="row judge">
        {item.state !== 'accepted' && (
          <Button
            variant="line"
            size="small"
            label={`Accept: ${item.name}`}
            busy={decision.isPending}
            onClick={() => decision.mutate({ decision: 'accept' })}
          >
            <Check className="ic" aria-hidden="true" />
            Accept
          </Button>
        )}
        {button('want')}
        {button('reject')}
      </div>
    );
  }
  const save = () => (code === '' ? setIsMissing(true) : decision.mutate({ decision: action, reasonCode: code }));
  return (
    <div className="judging">
      <ReasonPicker
        label={`${actionLabels[action]}: ${item.name}`}
        reasons={item.reasons[action]}
        code={code}
        onCode={setCode}
        error={isMissing && code === '' ? 'Choose a reason' : undefined}
      />
      <div className="row">
        <Button variant={action === 'reject' ? 'bad' : 'primary'} size="small" busy={decision.isPending} onClick={save}>
          {actionLabels[action]}
        </Button>
        <Button variant="line" size="small" onClick={close}>
          Back
        </Button>
      </div>
    </div>
  );
}

type ItemCardProps = ItemDecisionProps & {
  profile: Profile | undefined;
  /** Position of the item's document, which is also its keyboard shortcut, or null. */
  place: number | null;
  shown: boolean;
  onShow: () => void;
};

function ItemCard({ review, item, profile, place, shown, onShow }: ItemCardProps) {
  const state = itemLabels[item.state];
  return (
    <section className={shown ? 'item shown' : 'item'} aria-labelledby={`item-${item.item}`}>
      <header>
        <h3 id={`item-${item.item}`}>{item.name}</h3>
        <Badge kind={state.kind}>{state.text}</Badge>
        {place !== null && (
          <Button variant="bare" size="small" onClick={onShow}>
            <Eye className="ic" aria-hidden="true" />
            Open<span className="sr">: {item.name}</span>
            <kbd>{place}</kbd>
          </Button>
        )}
      </header>
      <ItemDetails item={item} profile={profile} />
      {item.file === null && item.hasFile && <p className="ink-2">Document uploaded. Your role can't open it.</p>}
      {item.facts.length === 0 && !item.hasFile && <p className="ink-2">No document uploaded.</p>}
      <ItemState item={item} />
      {review.allowed.includes('decideItems') && <ItemDecision review={review} item={item} />}
    </section>
  );
}

/** Never shown to the customer. */
function Assessment({ assessment }: Pick<Review, 'assessment'>) {
  if (!assessment) return null;
  const { kind, text } = riskLabels[assessment.risk];
  return (
    <p className="ink-2">
      <Badge kind={kind}>{text} risk</Badge>{' '}
      {assessment.triggers.length > 0
        ? `Due diligence: ${assessment.triggers.map((trigger) => triggerLabels[trigger]).join(', ')}.`
        : 'No due diligence needed.'}
    </p>
  );
}

function Approvals({ review: { tier, status, proposal, allowed } }: { review: Review }) {
  if (tier !== 3 || status !== 'pending') return null;
  if (!proposal) return <p className="ink-2">Tier 3 needs two approvals. None yet.</p>;
  const canApprove = allowed.includes('approve');
  return (
    <section className="two-eyes" aria-label="Two-person approval">
      <div className="eyes">
        <div className="e ok2">
          <b>{proposal.isOwn ? 'You' : proposal.by}</b> approved first
          <br />
          <span className="num ink-2">{formatDateTime(proposal.at)}</span>
        </div>
        <ArrowRight className="ic" aria-hidden="true" />
        <div className={canApprove ? 'e mine' : 'e'}>
          <b>{canApprove ? 'You' : 'A colleague in compliance or admin'}</b> can approve it
          <br />
          <span className="ink-2">{proposal.isOwn ? 'You' : proposal.by} cannot approve again</span>
        </div>
      </div>
      <p className="t-2xs ink-2">Deciding an item, rejecting or asking for more withdraws the first approval.</p>
    </section>
  );
}

type ReviewHeadProps = { review: Review; tint: '' | 'due' | 'late' };

function ReviewHead({ review, tint }: ReviewHeadProps) {
  const { customer, tier, submittedAt, dueAt, status, newer, linked, remarks } = review;
  const state = getReviewLabel(review);
  return (
    <div className="stack-s">
      <div className="row between">
        <h1 className="title">
          {getTierLabel(tier)}: {customer.name}
        </h1>
        <Badge kind={state.kind}>{state.text}</Badge>
      </div>
      <p className="ink-2 num facts-line">
        <Link className="link b" to={`/admin/customers/${customer.id}`}>
          {customer.name}
        </Link>{' '}
        · {customer.email} · {customer.phone || 'no phone'} · submitted {formatDateTime(submittedAt)}
        {status === 'pending' && (
          <>
            {' · '}
            <span className={`age ${tint}`}>due {formatDateTime(dueAt)}</span>
          </>
        )}
      </p>
      {newer !== null && (
        <Notice kind="wait">
          The customer submitted again.{' '}
          <Link className="link" to={`/admin/identity/${newer}`}>
            Open the newer submission
          </Link>
        </Notice>
      )}
      {linked && (
        <Notice kind="wait">
          This customer may share an ID, bank account or wallet with another account. Before approving, decide{' '}
          <Link className="link" to={`/admin/customers/${customer.id}#links`}>
            whether they are the same person
          </Link>
        </Notice>
      )}
      <Approvals review={review} />
      <Assessment assessment={review.assessment} />
      {remarks.length > 0 && (
        <Notice kind="wait">
          <b>Please check</b>
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

const getDocuments = ({ items }: Review): DocumentFile[] =>
  items.flatMap(({ name, file }) => (file ? [{ ...file, fileId: file.id, title: name }] : []));

/** Loads the profile once, and only if there are remarks, as every view of a customer record is audited. */
function useProfile({ customer, tier, remarks }: Review) {
  const enabled = tier === 1 && remarks.length > 0;
  const input = { userId: customer.id };
  const { data } = useQuery(api.identity.customer.queryOptions({ input, enabled, staleTime: 'static' }));
  return data?.profile;
}

type ReviewCaseProps = { review: Review; person: StaffUser; onNext: (() => void) | null };

function ReviewCase({ review, person, onNext }: ReviewCaseProps) {
  const documents = getDocuments(review);
  const [shown, setShown] = useState<string | null>(documents[0]?.fileId ?? null);
  const profile = useProfile(review);
  const now = useServerNow(undefined, 0);
  const shownId = documents.some(({ fileId }) => fileId === shown) ? shown : (documents[0]?.fileId ?? null);
  return (
    <div className="review panel">
      <section className="left" aria-label="Documents">
        {roleAllows(identityPermissions.approve, person.roles) ? (
          <DocumentViewer files={documents} shown={shownId} onShow={setShown} />
        ) : (
          <p className="ink-2">Only compliance and admins can open identity documents.</p>
        )}
      </section>
      <div className="right">
        <ReviewHead review={review} tint={review.waitsFor === 'customer' ? '' : getPromiseTint(review, now)} />
        <div>
          <h2 className="part">Items</h2>
          {review.items.map((item) => (
            <ItemCard
              key={item.item}
              review={review}
              item={item}
              profile={profile}
              place={item.file ? documents.findIndex(({ fileId }) => fileId === item.file?.id) + 1 : null}
              shown={item.file !== null && item.file.id === shownId}
              onShow={() => item.file && setShown(item.file.id)}
            />
          ))}
        </div>
        <SubmissionHistory review={review} />
      </div>
      <ReviewBar review={review} decides={roleAllows(identityPermissions.approve, person.roles)} onNext={onNext} />
    </div>
  );
}

const decisionShortcuts: readonly Shortcut[] = [
  [['A'], 'approve'],
  [['X'], 'reject'],
  [['M'], 'ask for more'],
];

/** Support can read, but not decide. */
const getSubmissionShortcuts = (roles: readonly string[]): readonly Shortcut[] => [
  ...(roleAllows(identityPermissions.approve, roles) ? decisionShortcuts : []),
  [['J'], 'next in the queue'],
  [['Esc'], 'back to the queue'],
  [['1', '9'], 'document'],
  [['+', '-'], 'zoom'],
  [['R'], 'rotate'],
  [['0'], 'fit'],
  [[',', '.'], 'page of a PDF'],
];

export const meta = () => adminMeta('Identity check');

export default restrictToRole(
  { permission: identityPermissions.look, subject: 'Identity checks', readers: 'Compliance, support and admins' },
  SubmissionScreen,
);

function SubmissionScreen({ person }: { person: StaffUser }) {
  const { submissionId = '' } = useParams();
  return <Submission key={submissionId} submissionId={submissionId} person={person} />;
}

function useNextSubmission(submissionId: string): string | null {
  const part = useIdentityUrlState();
  const { lines = [] } = useIdentityQueue(part);
  const index = lines.findIndex(({ id }) => id === submissionId);
  const isCandidate = ({ id, waitsFor }: (typeof lines)[number]) => id !== submissionId && waitsFor === 'staff';
  return (lines.slice(index + 1).find(isCandidate) ?? lines.find(isCandidate))?.id ?? null;
}

function Submission({ submissionId, person }: { submissionId: string; person: StaffUser }) {
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const part = useIdentityUrlState();
  const nextId = useNextSubmission(submissionId);
  const query = useQuery(api.identity.submission.queryOptions({ input: { submissionId } }));
  const queue = `/admin/identity${formatPartQuery(part, submissionId)}`;
  useShortcuts({ '?': () => setHelp(true), escape: () => void navigate(queue) });
  const { code } = query.error ? errorMessage(query.error) : {};
  const isMissing =
    code === 'identity.submission_not_found' || (query.error as { status?: number } | null)?.status === 400;
  if (isMissing) return <NotFound />;
  const isOwnSubmission = code === 'approvals.own_matter';
  return (
    <>
      <DetailBar back={{ to: queue, name: 'Queue' }} onKeys={() => setHelp(true)} />
      {query.data ? (
        <ReviewCase
          review={query.data}
          person={person}
          onNext={nextId === null ? null : () => void navigate(`/admin/identity/${nextId}${formatPartQuery(part)}`)}
        />
      ) : (
        <div className="panel">
          <div className="in">
            {isOwnSubmission ? (
              <OwnCaseNotice subject="This is your own submission. A colleague reviews it." />
            ) : (
              <QueryPlaceholder query={query} text="We couldn't load the submission." lines={[60, 90, 100, 100, 80]} />
            )}
          </div>
        </div>
      )}
      <ShortcutDialog open={help} onClose={() => setHelp(false)} shortcuts={getSubmissionShortcuts(person.roles)} />
    </>
  );
}
