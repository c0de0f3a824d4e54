import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatStatus } from '../../../../ui/format.ts';
import { type BreakdownRow, PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { signOut } from '../../../../ui/sign-out.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';

type Account = { email: string; verified: boolean; roles: readonly string[] };
type AccountCardProps = { data?: Account | undefined; error: unknown; refetch: () => unknown };

const getRows = ({ email, verified, roles }: Account): BreakdownRow[] => [
  { label: 'Email', figure: <span className="long">{email}</span> },
  {
    label: 'Email confirmation',
    figure: verified ? <Badge kind="approved">Verified</Badge> : <Badge kind="pending">Not Verified</Badge>,
  },
  ...(roles.length > 0 ? [{ label: 'Staff role', figure: roles.map(formatStatus).join(', ') }] : []),
];

function SignOut() {
  const [busy, setBusy] = useState(false);
  const handleSignOut = () => {
    setBusy(true);
    void signOut().finally(() => setBusy(false));
  };
  return (
    <Button variant="bare" busy={busy} onClick={handleSignOut}>
      Sign Out
    </Button>
  );
}

/** 'Account Information', Verified or Not Verified, and 'Sign Out' [000 §2 Dashboard]. */
export function AccountCard({ data, error, refetch }: AccountCardProps) {
  return (
    <section aria-labelledby="account-title">
      <h2 className="ruled t-lg" id="account-title">
        Account Information
      </h2>
      {data && <PriceBreakdown rows={getRows(data)} />}
      {!data && error !== null && (
        <FailedState text="We couldn't load your account." error={error} onRetry={() => void refetch()} />
      )}
      {!data && error === null && <Skeleton label="Loading your account" lines={[100, 80]} />}
      <div className="flush">
        <SignOut />
      </div>
    </section>
  );
}
