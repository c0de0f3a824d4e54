import { useState } from 'react';
import { call } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { ItemCode, ItemState } from '../../../identity/items.ts';
import type { Review, ReviewItem } from './data.ts';
import { ReasonPicker } from './reason-picker.tsx';
import { useDecision } from './use-decision.ts';
import { tierWord } from './words.ts';

type DialogProps = { review: Review; onClose: () => void; onDone: () => void };

type NoteProps = { note: string; onNote: (note: string) => void };

const NoteField = ({ note, onNote }: NoteProps) => (
  <TextField
    label="Note for staff"
    aside="Optional"
    rows={2}
    maxLength={1000}
    value={note}
    onChange={(event) => onNote(event.target.value)}
  />
);

/** `ID document, TRN document`. */
const named = (items: readonly ReviewItem[]): string => items.map(({ name }) => name).join(', ');

/** Approves all of it. Tier 3 is in force once a second person has approved as well. */
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
    <ActDialog
      title={`Approve ${tierWord(review.tier)}: ${review.customer.name}`}
      says={first ? 'Approve as the first' : 'Approve'}
      busy={approve.isPending}
      submit={() => approve.mutate(undefined)}
      onClose={onClose}
    >
      <p className="ink-2">
        {first
          ? 'A second person has to approve as well. The customer is told then.'
          : 'It holds at once, and the customer is told by mail.'}
      </p>
      {open.length > 0 && <p>Accepted with it: {named(open)}.</p>}
      <NoteField note={note} onNote={setNote} />
    </ActDialog>
  );
}

const faultActs = {
  reject: {
    title: 'Reject',
    says: 'Reject',
    notice: 'rejected',
    states: ['rejected'],
    reasons: 'reject',
    text: 'The customer is told by mail which items failed and why, and gives only those again.',
    send: call.identity.reject,
  },
  askMore: {
    title: 'Ask for more',
    says: 'Ask the customer',
    notice: 'asked',
    states: ['rejected', 'wanted'],
    reasons: 'want',
    text: 'It stays open. The customer is told by mail what is wanted, and gives only that.',
    send: call.identity.askMore,
  },
} as const;

type FaultsDialogProps = DialogProps & { act: keyof typeof faultActs };

/** Which items, and the coded reason for each. Those that were judged so already are in it. */
export function FaultsDialog({ act, review, onClose, onDone }: FaultsDialogProps) {
  const { title, says, notice, reasons, text, send } = faultActs[act];
  const states: readonly ItemState[] = faultActs[act].states;
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [codes, setCodes] = useState<Partial<Record<ItemCode, string>>>({});
  const decide = useDecision({
    name: review.customer.name,
    send: (items: { item: ItemCode; reasonCode: string }[]) => send({ submissionId: review.id, items, note }),
    says: () => notice,
    onDone,
  });
  const already = review.items.filter(({ state }) => states.includes(state));
  const chosen = review.items.flatMap(({ item }) => (codes[item] ? [{ item, reasonCode: codes[item] }] : []));
  return (
    <ActDialog
      title={`${title}: ${review.customer.name}`}
      says={says}
      grave={act === 'reject'}
      wide
      busy={decide.isPending}
      onClose={onClose}
      submit={() => (chosen.length + already.length === 0 ? setMissing(true) : decide.mutate(chosen))}
    >
      <p className="ink-2">{text}</p>
      {already.length > 0 && <p>In it already: {named(already)}.</p>}
      {missing && chosen.length === 0 && (
        <Notice kind="bad" live>
          Name at least one item and the reason, so that the customer knows what to do.
        </Notice>
      )}
      {review.items
        .filter(({ state }) => !states.includes(state))
        .map((item) => (
          <ReasonPicker
            key={item.item}
            label={item.name}
            empty={act === 'reject' ? 'Not rejected' : 'Nothing more'}
            reasons={item.reasons[reasons]}
            code={codes[item.item] ?? ''}
            onCode={(code) => setCodes({ ...codes, [item.item]: code })}
          />
        ))}
      <NoteField note={note} onNote={setNote} />
    </ActDialog>
  );
}
