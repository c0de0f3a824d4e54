import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { isFor } from '../../../../kernel/acts.ts';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { Link } from '../../../../ui/link.tsx';
import { Mark } from '../../../../ui/mark.tsx';
import NotFound from '../../../../ui/not-found.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { SignInNeeded } from '../../../../ui/sign-in-needed.tsx';
import { signOut } from '../../../../ui/sign-out.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ThemeButton } from '../../../../ui/theme-switch.tsx';
import { useViewer } from '../../../../ui/viewer.ts';
import { auditActs } from '../../../audit/acts.ts';
import { complianceActs } from '../../../compliance/acts.ts';
import { identityActs } from '../../../identity/acts.ts';
import { roleActs } from '../../../roles/acts.ts';
import { settingActs } from '../../../settings/acts.ts';
import { orderActs, unassignedActs } from '../../../trading/acts.ts';
import { factorNeeded } from '../../messages.ts';
import type { DeskPerson } from './data.ts';

/** The places of the desk, and for whom. `below`: addresses that belong to it as well. */
const places = [
  { to: '/admin', name: 'Orders', below: '/admin/orders/', act: orderActs.viewStaffSide },
  { to: '/admin/unassigned', name: 'Unassigned', below: '/admin/unassigned', act: unassignedActs.read },
  { to: '/admin/identity', name: 'Identity', below: '/admin/identity/', act: identityActs.look },
  { to: '/admin/customers', name: 'Customers', below: '/admin/customers/', act: identityActs.look },
  { to: '/admin/aml-compliance', name: 'Compliance', below: '/admin/aml-compliance/', act: complianceActs.work },
  { to: '/admin/settings', name: 'Settings', below: '/admin/settings/', act: settingActs.read },
  { to: '/admin/staff', name: 'Staff', below: '/admin/staff/', act: roleActs.read },
  { to: '/admin/audit', name: 'Audit', below: '/admin/audit/', act: auditActs.read },
] as const;

/** What search engines and the browser's tab are told of a desk page. */
export const deskMeta = (title: string) => [
  { title: `${title} - Cryptocommerce desk` },
  { name: 'robots', content: 'noindex' },
];

function SignOutButton() {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOut();
    setBusy(false);
  };
  return (
    <button type="button" className="out" aria-disabled={busy || undefined} onClick={busy ? undefined : leave}>
      <LogOut className="ic" aria-hidden="true" />
      <span>Sign out</span>
    </button>
  );
}

/** On a phone the places scroll sideways: the one where somebody is must be seen. */
export const intoView = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView?.({ block: 'nearest', inline: 'center' });

function Bar({ person }: { person: DeskPerson }) {
  const { pathname } = useLocation();
  const queue = useQuery(api.desk.queue.queryOptions({ input: {} }));
  const identity = useQuery(
    api.identity.queue.queryOptions({ input: {}, enabled: isFor(identityActs.look, person.roles) }),
  );
  const unassigned = useQuery(api.unassigned.count.queryOptions({ enabled: isFor(unassignedActs.read, person.roles) }));
  const alerts = useQuery(
    api.compliance.alerts.queryOptions({ input: {}, enabled: isFor(complianceActs.work, person.roles) }),
  );
  const waiting: Readonly<Record<string, number | undefined>> = {
    '/admin': queue.data?.counts.all,
    '/admin/unassigned': unassigned.data?.open,
    '/admin/identity': identity.data?.counts.all,
    '/admin/aml-compliance': alerts.data?.counts.open,
  };
  const here = ({ to, below }: (typeof places)[number]) => pathname === to || pathname.startsWith(below);
  return (
    <header className="bar1 on-deep">
      <Link className="mark" to="/" title="Back to the site">
        <Mark />
        <span className="only-wide">Desk</span>
        <span className="sr">, back to the site</span>
      </Link>
      <nav aria-label="Desk">
        {places
          .filter(({ act }) => isFor(act, person.roles))
          .map((place) => (
            <Link
              key={place.to}
              to={place.to}
              aria-current={here(place) ? 'page' : undefined}
              ref={here(place) ? intoView : undefined}
            >
              {place.name}
              {waiting[place.to] !== undefined && <span className="n">{waiting[place.to]}</span>}
            </Link>
          ))}
      </nav>
      <div className="me">
        <span className="only-wide t-2xs">
          {person.name}, {person.roles.join(', ')}
        </span>
        <ThemeButton />
        <SignOutButton />
      </div>
    </header>
  );
}

/** A way home where the desk does not show its own bar. */
const Outside = ({ children }: { children: ReactNode }) => (
  <>
    <header className="top">
      <div className="wrap">
        <Link className="mark" to="/">
          <Mark />
          <span>Cryptocommerce</span>
        </Link>
      </div>
    </header>
    {children}
  </>
);

/**
 * Every desk page stands in here: its own bar, and closed to everybody else. The server decides who is staff; this
 * only shows its answer.
 */
export function DeskFrame({ children }: { children: (person: DeskPerson) => ReactNode }) {
  const { session } = useViewer();
  const who = useQuery(api.accounts.viewer.queryOptions({ enabled: session === 'in' }));
  const signedOut = session === 'out' || (who.error && refusalWords(who.error).code === 'accounts.sign_in_required');
  if (signedOut) {
    return (
      <Outside>
        <SignInNeeded />
      </Outside>
    );
  }
  if (who.data && !who.data.staff) {
    return (
      <Outside>
        <NotFound />
      </Outside>
    );
  }
  if (who.data?.factorNeeded) {
    return (
      <Outside>
        <div className="wrap head">
          <Notice kind="wait">
            {factorNeeded}{' '}
            <Link className="link" to="/profile">
              Open your profile
            </Link>
          </Notice>
        </div>
      </Outside>
    );
  }
  if (who.data) {
    return (
      <div className="desk">
        <Bar person={who.data} />
        {children(who.data)}
      </div>
    );
  }
  return (
    <Outside>
      <div className="wrap head">
        {who.error ? (
          <FailedState text="The desk could not be opened." error={who.error} onRetry={() => void who.refetch()} />
        ) : (
          <Skeleton />
        )}
      </div>
    </Outside>
  );
}
