import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Outlet, useLocation, useOutletContext } from 'react-router';
import { api, type call } from '../client.ts';
import { Link } from '../link.tsx';
import { Mark } from '../mark.tsx';
import NotFound from '../not-found.tsx';
import { NotYet } from '../not-yet.tsx';
import { Notice } from '../notice.tsx';
import { refusalWords } from '../refusal-words.ts';
import { SignInNeeded } from '../sign-in-needed.tsx';
import { useViewer } from '../viewer.ts';

export type DeskPerson = Awaited<ReturnType<typeof call.accounts.viewer>>;

/** Who works at the desk, as every page in its frame knows them. */
export const useDeskPerson = () => useOutletContext<DeskPerson>();

/** What search engines and the browser's tab are told of a desk page. */
export const deskMeta = (title: string) => [
  { title: `${title} - Cryptocommerce desk` },
  { name: 'robots', content: 'noindex' },
];

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

/** The frame outlives its pages: with each of them, what it shows is asked again where it is stale. */
function useFreshOnEachPage() {
  const { pathname } = useLocation();
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the page that makes it ask.
  useEffect(() => {
    void queries.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false });
  }, [pathname, queries]);
}

/** Widths of the grey lines, while nothing is known. */
const rows = [30, 100, 100, 100, 100, 100, 100, 100];

type DeskFrameProps = {
  /** Said to whoever has to set up a second factor first. */
  factorNeeded: string;
  bar: (person: DeskPerson) => ReactNode;
};

/**
 * Every desk page stands in here: its own bar, and closed to everybody else. The server decides who is staff; this
 * only shows its answer.
 */
export function DeskFrame({ factorNeeded, bar }: DeskFrameProps) {
  const { session, staff } = useViewer();
  const who = useQuery(api.accounts.viewer.queryOptions({ enabled: session === 'in' }));
  useFreshOnEachPage();
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
        {bar(who.data)}
        <Outlet context={who.data} />
      </div>
    );
  }
  const waiting = <NotYet asked={who} text="The desk could not be opened." lines={rows} />;
  // Whoever is known to work here sees their desk from the first moment, and no page of the site before it.
  if (staff !== 'yes') {
    return (
      <Outside>
        <div className="wrap head">{waiting}</div>
      </Outside>
    );
  }
  return (
    <div className="desk">
      <header className="bar1 on-deep">
        <Link className="mark" to="/">
          <Mark />
          <span>Desk</span>
        </Link>
      </header>
      <div className="q-wrap">{waiting}</div>
    </div>
  );
}
