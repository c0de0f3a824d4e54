import { useMutation } from '@tanstack/react-query';
import { ArrowRight, Check } from 'lucide-react';
import { useState } from 'react';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { useInvalidate } from '../../../../ui/admin/use-invalidate.ts';
import { api, call } from '../../../../ui/client.ts';
import { toastRefusal } from '../../../../ui/error-message.ts';
import { TextField } from '../../../../ui/field.tsx';
import { formatStatus } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import type { ItemCode, ItemState } from '../../items.ts';
import { identityNotices } from './notices.ts';
import { getTierLabel, type Review, type ReviewItem } from './review-labels.ts';

type DecisionCommand<In, Out> = {
  name: string;
  send: (input: In) => Promise<Out>;
  getNotice: (out: Out, sent: In) => keyof typeof identityNotices;
  onDone: () => void;
};

export function useDecision<In, Out>({ name, send, getNotice, onDone }: DecisionCommand<In, Out>) {
  const { refresh } = useInvalidate(api.identity.key());
  return useMutation({
    mutationFn: send,
    // Pending until reloaded, so that a decided item never shows as undecided.
    onSuccess: async (out, sent) => {
      await refresh();
      onDone();
      toastSuccess(identityNotices[getNotice(out, sent)], { name });
    },
    onError: (error) => {
      toastRefusal(error);
      void refresh();
    },
  });
}

type Reason = ReviewItem['reasons']['reject'][number];

type ReasonPickerProps = {
  label: string;
  reasons: readonly Reason[];
  code: string;
  onCode: (code: string) => void;
  error?: string | undefined;
  empty?: string;
};

/** Shows the text that the customer will see (decision D4). */
export function ReasonPicker({ label, reasons, code, onCode, error, empty = 'Choose a reason' }: ReasonPickerProps) {
  const chosen = reasons.find((reason) => reason.code === code);
  return (
    <div>
      <SelectField
        label={label}
        emptyLabel={empty}
        options={reasons.map((reason) => ({ value: reason.code, name: formatStatus(reason.code) }))}
        value={code}
        error={error}
        onChange={(event) => onCode(event.target.value)}
      />
      {chosen && (
        <div className="reads" role="status">
          <p>
            <b>Customer sees:</b> {chosen.customer}
          </p>
          <p className="ink-2">
            <b>Staff:</b> {chosen.staff}
          </p>
        </div>
      )}
    </div>
  );
}

type DialogProps = { review: Review; onClose: () => void; onDone: () => void };

type NoteProps = { note: string; onNote: (note: string) => void };

const NoteField = ({ note, onNote }: NoteProps) => (
  <TextField
    label="Note for staff"
    labelNote="Optional"
    rows={2}
    maxLength={1000}
    value={note}
    onChange={(event) => onNote(event.target.value)}
  />
);

const formatNames = (items: readonly ReviewItem[]): string => items.map(({ name }) => name).join(', ');

/** Tier 3 needs a second approval. */
function ApproveDialog({ review, onClose, onDone }: DialogProps) {
  const [note, setNote] = useState('');
  const approve = useDecision({
    name: review.customer.name,
    send: () => call.identity.approve({ submissionId: review.id, proposalId: review.proposal?.id ?? null, note }),
    getNotice: ({ proposed }) => (proposed ? 'proposed' : 'approved'),
    onDone,
  });
  const first = review.tier === 3 && review.proposal === null;
  const open = review.items.filter(({ state }) => state === 'pending');
  return (
    <ActionDialog
      title={`Approve ${getTierLabel(review.tier)}: ${review.customer.name}`}
      confirmLabel={first ? 'Give first approval' : 'Approve'}
      busy={approve.isPending}
      submit={() => approve.mutate(undefined)}
      onClose={onClose}
    >
      <p className="ink-2">
        {first
          ? 'A second person must approve too. Then the customer gets an email.'
          : 'The approval applies right away, and the customer gets an email.'}
      </p>
      {open.length > 0 && <p>This also accepts: {formatNames(open)}.</p>}
      <NoteField note={note} onNote={setNote} />
    </ActionDialog>
  );
}

const faultActions = {
  reject: {
    title: 'Reject',
    confirmLabel: 'Reject',
    notice: 'rejected',
    states: ['rejected'],
    reasons: 'reject',
    text: 'The customer gets an email with the rejected items and reasons, and only resubmits those items.',
    send: call.identity.reject,
  },
  askMore: {
    title: 'Ask for more',
    confirmLabel: 'Ask the customer',
    notice: 'asked',
    states: ['rejected', 'wanted'],
    reasons: 'want',
    text: 'The submission stays open. The customer gets an email about what we need.',
    send: call.identity.requestMoreInfo,
  },
} as const;

type FaultsDialogProps = DialogProps & { act: keyof typeof faultActions };

/** Includes items that were already decided. */
function FaultsDialog({ act, review, onClose, onDone }: FaultsDialogProps) {
  const { title, confirmLabel, notice, reasons, text, send } = faultActions[act];
  const states: readonly ItemState[] = faultActions[act].states;
  const [note, setNote] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [codes, setCodes] = useState<Partial<Record<ItemCode, string>>>({});
  const decide = useDecision({
    name: review.customer.name,
    send: (items: { item: ItemCode; reasonCode: string }[]) => send({ submissionId: review.id, items, note }),
    getNotice: () => notice,
    onDone,
  });
  const decidedItems = review.items.filter(({ state }) => states.includes(state));
  const chosen = review.items.flatMap(({ item }) => (codes[item] ? [{ item, reasonCode: codes[item] }] : []));
  return (
    <ActionDialog
      title={`${title}: ${review.customer.name}`}
      confirmLabel={confirmLabel}
      grave={act === 'reject'}
      wide
      busy={decide.isPending}
      onClose={onClose}
      submit={() => (chosen.length + decidedItems.length === 0 ? setIsMissing(true) : decide.mutate(chosen))}
    >
      <p className="ink-2">{text}</p>
      {decidedItems.length > 0 && <p>Already included: {formatNames(decidedItems)}.</p>}
      {isMissing && chosen.length === 0 && (
        <Notice kind="bad" live>
          Choose at least one item and a reason, so that the customer knows what to do.
        </Notice>
      )}
      {review.items
        .filter(({ state }) => !states.includes(state))
        .map((item) => (
          <ReasonPicker
            key={item.item}
            label={item.name}
            empty={act === 'reject' ? 'Not rejected' : 'Nothing else needed'}
            reasons={item.reasons[reasons]}
            code={codes[item.item] ?? ''}
            onCode={(code) => setCodes({ ...codes, [item.item]: code })}
          />
        ))}
      <NoteField note={note} onNote={setNote} />
    </ActionDialog>
  );
}

type Decision = 'approve' | 'reject' | 'askMore';

function getDecisionObstacle({ status, newer, proposal, allowed }: Review, decides: boolean): string | null {
  if (status !== 'pending') return `This submission was ${status}.`;
  if (newer !== null) return 'The customer submitted again. Please review the newer submission.';
  if (!decides) return 'You can view this. Compliance or admin decides.';
  if (proposal?.isOwn && !allowed.includes('approve'))
    return 'You approved first, so a colleague in compliance or admin gives the second approval.';
  return null;
}

function getApprovalObstacle({ items }: Review): string | null {
  if (items.some(({ state }) => state === 'rejected' || state === 'wanted'))
    return 'To approve, first accept every item. Otherwise reject the submission or ask for more.';
  if (items.some(({ file }) => file !== null && file.state !== 'clean'))
    return 'You can approve once every file has been checked.';
  return null;
}

type ReviewBarProps = {
  review: Review;
  decides: boolean;
  /** Null at the end of the queue. */
  onNext: (() => void) | null;
};

export function ReviewBar({ review, decides, onNext }: ReviewBarProps) {
  const [open, setOpen] = useState<Decision | null>(null);
  const getHandler = (act: Decision) => (review.allowed.includes(act) ? () => setOpen(act) : undefined);
  const approvalObstacle = review.allowed.includes('approve') ? getApprovalObstacle(review) : null;
  const close = () => setOpen(null);
  const shared = { review, onClose: close, onDone: close };
  const obstacle = getDecisionObstacle(review, decides) ?? approvalObstacle;
  return (
    <>
      <ActionBar
        actions={[
          {
            name: 'Approve',
            key: 'a',
            onPress: approvalObstacle === null ? getHandler('approve') : undefined,
            look: 'primary',
            icon: Check,
          },
          { name: 'Ask for more', key: 'm', onPress: getHandler('askMore') },
          { name: 'Reject', key: 'x', onPress: getHandler('reject'), look: 'bad-line' },
          {
            name: 'Next in the queue',
            key: 'j',
            onPress: onNext ?? undefined,
            look: review.allowed.length > 0 ? 'line' : 'primary',
            trailingIcon: ArrowRight,
          },
        ]}
      >
        {obstacle && <p className="t-2xs ink-2">{obstacle}</p>}
      </ActionBar>
      {open === 'approve' && <ApproveDialog {...shared} />}
      {(open === 'reject' || open === 'askMore') && <FaultsDialog {...shared} act={open} />}
    </>
  );
}
