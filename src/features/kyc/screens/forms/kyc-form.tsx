import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { type ItemCode, itemNames } from '../../items.ts';
import { identityNotices } from '../../messages.ts';
import { reviewPromise } from '../../tiers.ts';
import { KycUploadTest } from '../storage-test.tsx';
import { getReason, isShown, type Opened } from './form-state.ts';
import './forms.css';

/** Form section of one item. Renders lazily: a mounted field would fill a group that must stay null. */
export function ItemPart({ opened, item, title, children }: { opened: Opened; item: ItemCode } & Titled) {
  const id = useId();
  if (!isShown(opened, item)) return null;
  const reason = getReason(opened, item);
  return (
    <section className="kyc-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {reason && <Notice kind="bad">{reason}</Notice>}
      {children()}
    </section>
  );
}
type Titled = { title: string; children: () => ReactNode };

/** Items that the customer keeps from the last submission (decision D4). */
function KeptItems({ opened: { tier } }: { opened: Opened }) {
  if (tier.keep.length === 0) return null;
  const accepted = (item: ItemCode) => tier.items.some((entry) => entry.item === item && entry.state === 'accepted');
  return (
    <div>
      <p className="t-xs ink-2">{identityNotices.keptItems}</p>
      <ul className="kept" aria-label="Items from your last submission">
        {tier.keep.map((item) => (
          <li key={item}>
            <Check className="ic ok" aria-hidden="true" />
            <span>{itemNames[item]}</span>
            <span className="t-xs ink-2">{accepted(item) ? 'Accepted' : 'Received'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type KycFormProps = {
  opened: Opened;
  title: string;
  about: string;
  busy: boolean;
  onSubmit: (event: FormEvent) => unknown;
  onCancel: () => void;
  children: ReactNode;
};

/** Layout of all KYC forms [000 §2 Dashboard, KYC Tier 1 form, KYC Tier 2 form]. */
export function KycForm({ opened, title, about, busy, onSubmit, onCancel, children }: KycFormProps) {
  const id = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const { tier } = opened;
  useEffect(() => {
    const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    head.current?.closest('section')?.scrollIntoView({ block: 'start', behavior: reducesMotion ? 'auto' : 'smooth' });
    head.current?.focus({ preventScroll: true });
  }, []);
  const isResubmission = tier.keep.length > 0;
  return (
    <section className="sheet form kyc-form" aria-labelledby={id}>
      <div>
        <h2 id={id} ref={head} tabIndex={-1}>
          {title}
        </h2>
        <p className="ink-2">
          {isResubmission ? 'Only send the items below. ' : `${about} `}
          Review time: {reviewPromise.text}.
        </p>
      </div>
      {tier.loses && <Notice kind="wait">{identityNotices.loses}</Notice>}
      <KeptItems opened={opened} />
      <form className="form" noValidate onSubmit={onSubmit} aria-labelledby={id}>
        {children}
        <div className="kyc-foot">
          <Button type="submit" busy={busy}>
            {busy ? 'Submitting...' : 'Submit for Review'}
          </Button>
          <Button variant="line" onClick={onCancel}>
            Cancel
          </Button>
          {tier.tier !== 3 && <KycUploadTest />}
        </div>
      </form>
    </section>
  );
}
