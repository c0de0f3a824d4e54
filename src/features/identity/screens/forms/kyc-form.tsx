import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { type ItemCode, itemNames } from '../../items.ts';
import { identityNotices } from '../../messages.ts';
import { reviewPromise } from '../../tiers.ts';
import { KycUploadTest } from '../storage-test.tsx';
import { type Opened, offers, reasonOf } from './giving.ts';
import './forms.css';

/**
 * A part of the form that belongs to one item; says why it is asked for again. Its fields are made only when it is
 * shown: a field that exists would put a value into a group that has to stay empty.
 */
export function ItemPart({ opened, item, title, children }: { opened: Opened; item: ItemCode } & Titled) {
  const id = useId();
  if (!offers(opened, item)) return null;
  const reason = reasonOf(opened, item);
  return (
    <section className="kyc-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {reason && <Notice kind="bad">{reason}</Notice>}
      {children()}
    </section>
  );
}
type Titled = { title: string; children: () => ReactNode };

/** What is settled and needs nothing more (decision D4). */
function KeptItems({ opened: { tier } }: { opened: Opened }) {
  if (tier.keep.length === 0) return null;
  const accepted = (item: ItemCode) => tier.items.some((entry) => entry.item === item && entry.state === 'accepted');
  return (
    <div>
      <p className="t-xs ink-2">{identityNotices.keptItems}</p>
      <ul className="kept" aria-label="Kept from your last submission">
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

/**
 * What all forms of identity share: it comes into view with the focus on its title; at its foot 'Submit for Review',
 * 'Cancel' and the upload test [000 §2 Dashboard, KYC Tier 1 form, KYC Tier 2 form].
 */
export function KycForm({ opened, title, about, busy, onSubmit, onCancel, children }: KycFormProps) {
  const id = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const { tier } = opened;
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    head.current?.closest('section')?.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' });
    head.current?.focus({ preventScroll: true });
  }, []);
  const again = tier.keep.length > 0;
  return (
    <section className="sheet form kyc-form" aria-labelledby={id}>
      <div>
        <h2 id={id} ref={head} tabIndex={-1}>
          {title}
        </h2>
        <p className="ink-2">
          {again ? 'Give only what is asked for below. ' : `${about} `}
          Our team reviews it, {reviewPromise.text}.
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
          <Button look="line" onClick={onCancel}>
            Cancel
          </Button>
          {tier.tier !== 3 && <KycUploadTest />}
        </div>
      </form>
    </section>
  );
}
