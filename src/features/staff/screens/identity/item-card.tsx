import { Check, Eye } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { call } from '../../../../ui/client.ts';
import { type Fact, FactList } from '../../../../ui/desk/facts.tsx';
import { momentText } from '../../../../ui/format.ts';
import type { ItemAct } from '../../../identity/reasons.ts';
import type { Review, ReviewItem } from './data.ts';
import { type Profile, profileDiffers } from './differences.ts';
import { ReasonPicker } from './reason-picker.tsx';
import { useDecision } from './use-decision.ts';
import { factText, itemWords } from './words.ts';

function Facts({ item, profile }: { item: ReviewItem; profile: Profile | undefined }) {
  if (item.facts.length === 0) return null;
  const facts = item.facts.map((fact): Fact => {
    const other = profile ? profileDiffers(fact, profile) : null;
    if (other === null) return [fact[0], factText(fact)];
    return [
      fact[0],
      <>
        {factText(fact)}
        <span className="differs">
          <b>Differs:</b> the profile says {other}
        </span>
      </>,
    ];
  });
  return <FactList facts={facts} />;
}

/** What was decided about it before, and what the customer reads of it now. */
function ItemState({ item }: { item: ReviewItem }) {
  const { state, reasonCode, reasons, decidedBy, decidedAt, carriedFrom } = item;
  const list = state === 'rejected' ? reasons.reject : state === 'wanted' ? reasons.want : [];
  const reason = list.find(({ code }) => code === reasonCode);
  return (
    <>
      {reason && (
        <p className="reads">
          <b>Customer reads:</b> {reason.customer}
        </p>
      )}
      {(decidedBy !== null || carriedFrom !== null) && (
        <p className="t-2xs ink-3 num">
          {decidedBy}
          {decidedBy !== null && decidedAt && `, ${momentText(decidedAt)}`}
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

type Judging = { review: Review; item: ReviewItem };

function useJudge({ review, item }: Judging, onDone: () => void) {
  return useDecision({
    name: item.name,
    send: (judged: { decision: 'accept' } | { decision: ItemAct; reasonCode: string }) =>
      call.identity.decideItems({ submissionId: review.id, items: [{ item: item.item, ...judged }], note: '' }),
    says: (_, { decision }) => decision,
    onDone,
  });
}

const actNames: Readonly<Record<ItemAct, string>> = { reject: 'Reject', want: 'Ask for more' };

/** Accept it, or say with a coded reason what is wrong or wanted. The submission stays open. */
function Judge(props: Judging) {
  const { item } = props;
  const [act, setAct] = useState<ItemAct | null>(null);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const close = () => {
    setAct(null);
    setCode('');
    setMissing(false);
  };
  const judge = useJudge(props, close);
  if (act === null) {
    const button = (each: ItemAct) => (
      <Button
        look={each === 'reject' ? 'bad-line' : 'line'}
        size="small"
        label={`${actNames[each]}: ${item.name}`}
        onClick={() => setAct(each)}
      >
        {actNames[each]}
      </Button>
    );
    return (
      <div className="row judge">
        {item.state !== 'accepted' && (
          <Button
            look="line"
            size="small"
            label={`Accept: ${item.name}`}
            busy={judge.isPending}
            onClick={() => judge.mutate({ decision: 'accept' })}
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
  const save = () => (code === '' ? setMissing(true) : judge.mutate({ decision: act, reasonCode: code }));
  return (
    <div className="judging">
      <ReasonPicker
        label={`${actNames[act]}: ${item.name}`}
        reasons={item.reasons[act]}
        code={code}
        onCode={setCode}
        error={missing && code === '' ? 'Choose a reason' : undefined}
      />
      <div className="row">
        <Button look={act === 'reject' ? 'bad' : 'primary'} size="small" busy={judge.isPending} onClick={save}>
          {actNames[act]}
        </Button>
        <Button look="line" size="small" onClick={close}>
          Back
        </Button>
      </div>
    </div>
  );
}

type ItemCardProps = Judging & {
  profile: Profile | undefined;
  /** The key of its document, where it has one, and how to look at it. */
  place: number | null;
  shown: boolean;
  onShow: () => void;
};

/** One item of a submission: what was typed, its document, how it stands, and what may be done about it. */
export function ItemCard({ review, item, profile, place, shown, onShow }: ItemCardProps) {
  const state = itemWords[item.state];
  return (
    <section className={shown ? 'item shown' : 'item'} aria-labelledby={`item-${item.item}`}>
      <header>
        <h3 id={`item-${item.item}`}>{item.name}</h3>
        <Badge kind={state.kind}>{state.text}</Badge>
        {place !== null && (
          <Button look="bare" size="small" onClick={onShow}>
            <Eye className="ic" aria-hidden="true" />
            Look <span className="sr">at: {item.name}</span>
            <kbd>{place}</kbd>
          </Button>
        )}
      </header>
      <Facts item={item} profile={profile} />
      {item.facts.length === 0 && item.file === null && <p className="ink-2">Nothing was given.</p>}
      <ItemState item={item} />
      {review.mine.includes('decideItems') && <Judge review={review} item={item} />}
    </section>
  );
}
