import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { ActDialog } from '../../../../ui/desk/act-dialog.tsx';
import { Part } from '../../../../ui/desk/part.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { momentText } from '../../../../ui/format.ts';
import { toastRefusal } from '../../../../ui/refusal-words.ts';
import { toastSuccess } from '../../../../ui/toast.ts';
import { Rejected } from '../../../approvals/screens/rejected.tsx';
import { linkKinds, pairOf } from '../../../identity/person-marks.ts';
import type { LinkView } from '../../../identity/views.ts';
import { identityNotices } from '../../messages.ts';

type Decision = 'join' | 'apart';

const decisions = {
  join: {
    title: 'One person',
    says: 'Join the accounts',
    text: 'Caps and limits count together from now on, for all accounts that are joined.',
  },
  apart: {
    title: 'Not one person',
    says: 'Keep them apart',
    text: 'It is asked again only if something else is shared.',
  },
} as const satisfies Record<Decision, object>;

const stateWords = {
  open: { kind: 'pending', text: 'To decide' },
  joined: { kind: 'approved', text: 'One person' },
  apart: { kind: 'other', text: 'Not one person' },
} as const;

/** With `proposalId`, the second person's word on what another asked for. */
type Wish = { decision: Decision; link: LinkView; proposalId?: string };

function DecideDialog({ wish, userId, onClose }: { wish: Wish; userId: string; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const queries = useQueryClient();
  const { title, says, text } = decisions[wish.decision];
  const decide = useMutation({
    ...api.identity.decideLink.mutationOptions(),
    onSuccess: ({ state }) => {
      onClose();
      const notice = identityNotices[state === 'proposed' ? 'split_proposed' : state];
      void queries.invalidateQueries({ queryKey: api.identity.key() });
      toastSuccess(notice, { name: wish.link.name });
    },
    onError: toastRefusal,
  });
  const send = () => {
    const empty = note.trim() === '';
    setMissing(empty);
    if (!empty)
      decide.mutate({
        userId,
        otherId: wish.link.otherId,
        decision: wish.decision,
        note,
        proposalId: wish.proposalId ?? null,
      });
  };
  return (
    <ActDialog
      title={`${title}: ${wish.link.name}`}
      says={says}
      busy={decide.isPending}
      submit={send}
      onClose={onClose}
    >
      <p className="ink-2">{text}</p>
      <TextField
        label="Why"
        hint="Only staff reads it."
        error={missing ? 'Say why' : undefined}
        rows={2}
        maxLength={1_000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </ActDialog>
  );
}

type LineProps = { link: LinkView; pairs: readonly string[]; pair: string; onWish: (wish: Wish) => void };

function Line({ link, pairs, pair, onWish }: LineProps) {
  const { otherId, name, email, closed, kinds, state, decidedBy, decidedAt, note, waiting } = link;
  return (
    <li className="stack-s">
      <p className="wrap-any">
        <Link className="link b" to={`/admin/customers/${otherId}`}>
          {name}
        </Link>{' '}
        <span className="ink-2">
          {email}
          {closed && ', closed'}
        </span>{' '}
        {state && <Badge kind={stateWords[state].kind}>{stateWords[state].text}</Badge>}
      </p>
      <p className="ink-2">{kinds.map((kind) => linkKinds[kind]).join(', ')}</p>
      {decidedBy && decidedAt && (
        <p className="t-2xs ink-3 num wrap-any">
          “{note}” {decidedBy}, {momentText(decidedAt, { year: true })}
        </p>
      )}
      <Rejected kinds={['split']} subject={pair} among={pairs} />
      {waiting && (
        <div className="stack-s">
          <p className="wrap-any">
            {waiting.proposedBy} says that it is not one person: “{waiting.note}” One of the accounts is frozen, so a
            second person decides.
          </p>
          <div className="steps-row">
            {!waiting.mine && (
              <Button onClick={() => onWish({ decision: 'apart', link, proposalId: waiting.proposalId })}>Agree</Button>
            )}
            <Button look="line" onClick={() => onWish({ decision: 'join', link, proposalId: waiting.proposalId })}>
              {waiting.mine ? 'Take it back' : 'Do not agree'}
            </Button>
          </div>
        </div>
      )}
      {state && !waiting && (
        <div className="steps-row">
          {state !== 'joined' && (
            <Button look="line" onClick={() => onWish({ decision: 'join', link })}>
              One person
            </Button>
          )}
          {state !== 'apart' && (
            <Button look="line" onClick={() => onWish({ decision: 'apart', link })}>
              Not one person
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** The accounts that share something with a customer, and what a person made of it (decision E3). For compliance. */
export function CustomerLinks({ userId }: { userId: string }) {
  const [wish, setWish] = useState<Wish | null>(null);
  const query = useQuery(api.identity.links.queryOptions({ input: { userId } }));
  const pairs = query.data?.map(({ otherId }) => pairOf(userId, otherId)) ?? [];
  return (
    <Part id="links" title="Other accounts">
      {query.data && query.data.length > 0 && (
        <ul className="notes">
          {query.data.map((link) => (
            <Line key={link.otherId} link={link} pairs={pairs} pair={pairOf(userId, link.otherId)} onWish={setWish} />
          ))}
        </ul>
      )}
      {query.data?.length === 0 && <p className="ink-2">Nothing is shared with another account.</p>}
      {query.error && (
        <FailedState text="The links could not be read." error={query.error} onRetry={() => void query.refetch()} />
      )}
      {wish && <DecideDialog wish={wish} userId={userId} onClose={() => setWish(null)} />}
    </Part>
  );
}
