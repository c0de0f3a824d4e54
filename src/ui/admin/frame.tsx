import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Outlet, useLocation, useOutletContext } from 'react-router';
import { api, type call } from '../client.ts';
import { errorMessage } from '../error-message.ts';
import { Link } from '../link.tsx';
import { Logo } from '../logo.tsx';
import NotFound from '../not-found.tsx';
import { Notice } from '../notice.tsx';
import { SignInRequired } from '../sign-in-required.tsx';
import { QueryPlaceholder } from '../states.tsx';
import { useViewer } from '../viewer.ts';

export type StaffUser = Awaited<ReturnType<typeof call.accounts.viewer>>;

export const useStaffUser = () => useOutletContext<StaffUser>();

export const adminMeta = (title: string) => [
  { title: `${title} - Cryptocommerce admin` },
  { name: 'robots', content: 'noindex' },
];

const SiteFrame = ({ children }: { children: ReactNode }) => (
  <>
    <header className="top">
      <div className="wrap">
        <Link className="mark" to="/">
          <Logo />
          <span>Cryptocommerce</span>
        </Link>
      </div>
    </header>
    {children}
  </>
);

/** Refetches stale queries on each navigation, because the frame stays mounted. */
function useRefetchOnNavigation() {
  const { pathname } = useLocation();
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation triggers the refetch.
  useEffect(() => {
    void queries.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });
  }, [pathname, queries]);
}

const skeletonWidths = [30, 100, 100, 100, 100, 100, 100, 100];

type AdminFrameProps = {
  mfaRequiredMessage: string;
  bar: (person: StaffUser) => ReactNode;
};

/** Layout of all admin pages. The server checks permissions. */
export function AdminFrame({ mfaRequiredMessage, bar }: AdminFrameProps) {
  const { session, staff } = useViewer();
  const user = useQuery(api.accounts.viewer.queryOptions({ enabled: session === 'in' }));
  useRefetchOnNavigation();
  const isSignedOut =
    session === 'out' || (user.error && errorMessage(user.error).code === 'accounts.sign_in_required');
  if (isSignedOut) {
    return (
      <SiteFrame>
        <SignInRequired />
      </SiteFrame>
    );
  }
  if (user.data && !user.data.staff) {
    return (
      <SiteFrame>
        <NotFound />
      </SiteFrame>
    );
  }
  if (user.data?.factorNeeded) {
    return (
      <SiteFrame>
        <div className="wrap head">
          <Notice kind="wait">
            {mfaRequiredMessage}{' '}
            <Link className="link" to="/profile">
              Open your profile
            </Link>
          </Notice>
        </div>
      </SiteFrame>
    );
  }
  if (user.data) {
    return (
      <div className="desk">
        {bar(user.data)}
        <Outlet context={user.data} />
      </div>
    );
  }
  const placeholder = <QueryPlaceholder query={user} text="We couldn't open the admin area." lines={skeletonWidths} />;
  if (staff !== 'yes') {
    return (
      <SiteFrame>
        <div className="wrap head">{placeholder}</div>
      </SiteFrame>
    );
  }
  return (
    <div className="desk">
      <header className="bar1 on-deep">
        <Link className="mark" to="/">
          <Logo />
          <span>Admin</span>
        </Link>
      </header>
      <div className="q-wrap">{placeholder}</div>
    </div>
  );
}
