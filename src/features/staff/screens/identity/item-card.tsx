import { Check, Eye } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Detail, DetailsList } from '../../../../ui/admin/details.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import type { ItemAction } from '../../../identity/reasons.ts';
import type { Review, ReviewItem } from './data.ts';
import { findProfileDifference, type Profile } from './differences.ts';
import { ReasonPicker } from './reason-picker.tsx';
import { formatItemValue, itemLabels } from './review-labels.ts';
import { useDecision } from './use-decision.ts';

function ItemDetails({ item, profile }: { item: ReviewItem; profile: Profile | undefined }) {
  if (item.facts.length === 0) return null;
  const facts = item.facts.map((fact): Detail => {
    const other = profile ? findProfileDifference(fact, profile) : null;
    if (other === null) return [fact[0], formatItemValue(fact)];
    return [
      fact[0],
      <>
        {formatItemValue(fact)}
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
    send: (judged: { decision: 'accept' } | { decision: ItemAction; reasonCode: string }) =>
      call.identity.decideItems({ submissionId: review.id, items: [{ item: item.item, ...judged }], note: '' }),
    says: (_, { decision }) => decision,
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

export function ItemCard({ review, item, profile, place, shown, onShow }: ItemCardProps) {
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
      {review.mine.includes('decideItems') && <ItemDecision review={review} item={item} />}
    </section>
  );
}
