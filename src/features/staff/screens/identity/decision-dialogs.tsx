import { useState } from 'react';
import { ActionDialog } from '../../../../ui/admin/action-dialog.tsx';
import { call } from '../../../../ui/client.ts';
import { TextField } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { ItemCode, ItemState } from '../../../identity/items.ts';
import type { Review, ReviewItem } from './data.ts';
import { ReasonPicker } from './reason-picker.tsx';
import { getTierLabel } from './review-labels.ts';
import { useDecision } from './use-decision.ts';

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
export function ApproveDialog({ review, onClose, onDone }: DialogProps) {
  const [note, setNote] = useState('');
  const approve = useDecision({
    name: review.customer.name,
    send: () => call.identity.approve({ submissionId: review.id, proposalId: review.proposal?.id ?? null, note }),
    says: ({ proposed }) => (proposed ? 'proposed' : 'approved'),
    onDone,
  });
  const first = review.tier === 3 && review.proposal === null;
  const open = review.items.filter(({ state }) => state === 'pending');
  return (
    <ActionDialog
      title={`Approve ${getTierLabel(review.tier)}: ${review.customer.name}`}
      says={first ? 'Give first approval' : 'Approve'}
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
    says: 'Reject',
    notice: 'rejected',
    states: ['rejected'],
    reasons: 'reject',
    text: 'The customer gets an email with the rejected items and reasons, and only resubmits those items.',
    send: call.identity.reject,
  },
  askMore: {
    title: 'Ask for more',
    says: 'Ask the customer',
    notice: 'asked',
    states: ['rejected', 'wanted'],
    reasons: 'want',
    text: 'The submission stays open. The customer gets an email about what we need.',
    send: call.identity.requestMoreInfo,
  },
} as const;

type FaultsDialogProps = DialogProps & { act: keyof typeof faultActions };

/** Includes items that were already decided. */
export function FaultsDialog({ act, review, onClose, onDone }: FaultsDialogProps) {
  const { title, says, notice, reasons, text, send } = faultActions[act];
  const states: readonly ItemState[] = faultActions[act].states;
  const [note, setNote] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [codes, setCodes] = useState<Partial<Record<ItemCode, string>>>({});
  const decide = useDecision({
    name: review.customer.name,
    send: (items: { item: ItemCode; reasonCode: string }[]) => send({ submissionId: review.id, items, note }),
    says: () => notice,
    onDone,
  });
  const decidedItems = review.items.filter(({ state }) => states.includes(state));
  const chosen = review.items.flatMap(({ item }) => (codes[item] ? [{ item, reasonCode: codes[item] }] : []));
  return (
    <ActionDialog
      title={`${title}: ${review.customer.name}`}
      says={says}
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
