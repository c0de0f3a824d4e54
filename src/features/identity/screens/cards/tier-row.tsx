import { useId } from 'react';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { identityNotices } from '../../messages.ts';
import type { TierNumber } from '../../tiers.ts';
import type { OwnTier } from '../../views.ts';
import { type Caps, describeBenefits, getButton, getOpenItems, getStatusLine, tierNames } from './tier-labels.ts';

type TierRowProps = {
  tier: OwnTier;
  caps: Caps | null;
  place: 'dashboard' | 'profile';
  onOpen: (tier: TierNumber) => void;
};

function OpenItems({ tier }: { tier: OwnTier }) {
  const open = getOpenItems(tier);
  if (open.length === 0) return null;
  return (
    <ul className="open-items" aria-label={`Items to send for ${tierNames[tier.tier]}`}>
      {open.map(({ name, text }) => (
        <li key={name}>
          <b>{name}.</b> {text}
        </li>
      ))}
    </ul>
  );
}

function TierButton({ tier, place, onOpen }: Omit<TierRowProps, 'caps'>) {
  const id = useId();
  const name = getButton(tier, place);
  if (!name) return null;
  if (tier.obstacle === 'tier1_first')
    return (
      <>
        <Button variant="line" size="small" disabled aria-describedby={id}>
          Complete Tier 1 First
        </Button>
        <p className="t-xs ink-2" id={id}>
          {identityNotices.tier1First}
        </p>
      </>
    );
  return (
    <Button variant="line" size="small" label={`${name} ${tierNames[tier.tier]}`} onClick={() => onOpen(tier.tier)}>
      {name}
    </Button>
  );
}

/** Tier row with its next step, or 'Complete Tier 1 First' [000 §2 Dashboard, Profile, §4 KYC per tier]. */
export function TierRow({ tier, caps, place, onOpen }: TierRowProps) {
  const statusLine = getStatusLine(tier);
  const hasKept = tier.status === 'rejected' && tier.keep.length > 0;
  return (
    <li>
      <span className="no" aria-hidden="true">
        {tier.tier}
      </span>
      <h3>{tierNames[tier.tier]}</h3>
      <StatusBadge status={tier.status} />
      <div className="more kyc-more">
        <p className="t-xs ink-2">{describeBenefits(tier.tier, caps)}</p>
        {statusLine && <p className="t-xs ink-2 num">{statusLine}</p>}
        <OpenItems tier={tier} />
        {hasKept && <p className="t-xs ink-2">{identityNotices.standing.kept}</p>}
        <TierButton tier={tier} place={place} onOpen={onOpen} />
      </div>
    </li>
  );
}
