import { useId } from 'react';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { identityNotices } from '../../messages.ts';
import type { TierNumber } from '../../tiers.ts';
import type { OwnTier } from '../../views.ts';
import { buttonOf, type Caps, openItems, standing, tierNames, unlocks } from './tier-words.ts';

type TierLineProps = {
  tier: OwnTier;
  caps: Caps | null;
  place: 'dashboard' | 'profile';
  onOpen: (tier: TierNumber) => void;
};

function OpenItems({ tier }: { tier: OwnTier }) {
  const open = openItems(tier);
  if (open.length === 0) return null;
  return (
    <ul className="open-items" aria-label={`To be given again for ${tierNames[tier.tier]}`}>
      {open.map(({ name, text }) => (
        <li key={name}>
          <b>{name}.</b> {text}
        </li>
      ))}
    </ul>
  );
}

function Act({ tier, place, onOpen }: Omit<TierLineProps, 'caps'>) {
  const id = useId();
  const name = buttonOf(tier, place);
  if (!name) return null;
  if (tier.obstacle === 'tier1_first')
    return (
      <>
        <Button look="line" size="small" disabled aria-describedby={id}>
          Complete Tier 1 First
        </Button>
        <p className="t-xs ink-2" id={id}>
          {identityNotices.tier1First}
        </p>
      </>
    );
  return (
    <Button look="line" size="small" label={`${name} ${tierNames[tier.tier]}`} onClick={() => onOpen(tier.tier)}>
      {name}
    </Button>
  );
}

/**
 * A tier: what it asks for and opens, where it stands, what has to be given again, and the next act, or 'Complete Tier
 * 1 First' [000 §2 Dashboard, Profile, §4 KYC per tier].
 */
export function TierLine({ tier, caps, place, onOpen }: TierLineProps) {
  const where = standing(tier);
  const kept = tier.status === 'rejected' && tier.keep.length > 0;
  return (
    <li>
      <span className="no" aria-hidden="true">
        {tier.tier}
      </span>
      <h3>{tierNames[tier.tier]}</h3>
      <StatusBadge status={tier.status} />
      <div className="more kyc-more">
        <p className="t-xs ink-2">{unlocks(tier.tier, caps)}</p>
        {where && <p className="t-xs ink-2 num">{where}</p>}
        <OpenItems tier={tier} />
        {kept && <p className="t-xs ink-2">{identityNotices.standing.kept}</p>}
        <Act tier={tier} place={place} onOpen={onOpen} />
      </div>
    </li>
  );
}
