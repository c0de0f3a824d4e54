import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { statusWord } from '../../../../ui/format.ts';
import { signOut } from '../../../../ui/sign-out.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Slip, type SlipRow } from '../../../../ui/slip.tsx';

type Account = { email: string; verified: boolean; roles: readonly string[] };
type AccountCardProps = { data?: Account | undefined; error: unknown; refetch: () => unknown };

const rowsOf = ({ email, verified, roles }: Account): SlipRow[] => [
  { label: 'Email', figure: <span className="long">{email}</span> },
  {
    label: 'Email confirmation',
    figure: verified ? <Badge kind="approved">Verified</Badge> : <Badge kind="pending">Not Verified</Badge>,
  },
  ...(roles.length > 0 ? [{ label: 'Works here as', figure: roles.map(statusWord).join(', ') }] : []),
];

function SignOut() {
  const [busy, setBusy] = useState(false);
  const leave = () => {
    setBusy(true);
    void signOut().finally(() => setBusy(false));
  };
  return (
    <Button look="bare" busy={busy} onClick={leave}>
      Sign Out
    </Button>
  );
}

/** 'Account Information': the address, Verified or Not Verified, and 'Sign Out' [000 §2 Dashboard]. */
export function AccountCard({ data, error, refetch }: AccountCardProps) {
  return (
    <section aria-labelledby="account-title">
      <h2 className="ruled t-lg" id="account-title">
        Account Information
      </h2>
      {data && <Slip rows={rowsOf(data)} />}
      {!data && error !== null && (
        <FailedState text="Your account could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && error === null && <Skeleton label="Loading your account" lines={[100, 80]} />}
      <div className="flush">
        <SignOut />
      </div>
    </section>
  );
}
