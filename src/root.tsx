import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import {
  Links,
  Meta,
  type MiddlewareFunction,
  Outlet,
  redirectDocument,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router';
import { isDocument } from './screens.ts';
import { companyMarks } from './ui/company.ts';
import { isAsking, onAsking } from './ui/confirm.ts';
import { DocumentScript, useIsDocument } from './ui/document-script.tsx';
import font from './ui/fonts/instrument-sans.woff2?url';
import { Footer } from './ui/footer.tsx';
import { GivenText } from './ui/given-text.tsx';
import './ui/look.css';
import appStyles from './ui/look-app.css?url';
import deskStyles from './ui/look-desk.css?url';
import { Navigation } from './ui/navigation.tsx';
import { PageError } from './ui/page-error.tsx';
import { Scrolling } from './ui/scrolling.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import { deskStylesScript, themeScript } from './ui/theme.ts';
import { carryToasts, startToasts } from './ui/toast.ts';
import { useBuild } from './ui/unofficial.ts';
import { documentMarks } from './ui/viewer.ts';

export const links = () => [
  { rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
];

/** Whoever is led from the application to a public page, in whatever way, loads it: it is a document. */
const loadDocuments: MiddlewareFunction<unknown> = ({ request }, next) => {
  const { pathname, search, hash } = new URL(request.url);
  if (!isDocument(pathname)) return next();
  carryToasts();
  throw redirectDocument(pathname + search + hash);
};
export const clientMiddleware = [loadDocuments];

const ConfirmDialog = lazy(() => import('./features/accounts/screens/security/confirm-dialog.tsx'));

/** Stands over whatever is open when an act needs a fresh proof of who is there. */
function Confirming() {
  const open = useSyncExternalStore(onAsking, isAsking, () => false);
  return (
    open && (
      <Suspense fallback={null}>
        <ConfirmDialog />
      </Suspense>
    )
  );
}

/** What makes the page live: of a public page its islands, of every other the application. */
function Life() {
  if (useIsDocument())
    return (
      <>
        <div data-island="location" />
        <DocumentScript />
      </>
    );
  return (
    <>
      <Scrolling />
      <Scripts />
    </>
  );
}

/** The sheets that no public page needs. Those of the desk are fetched early, and stand when its layout does. */
function ApplicationStyles() {
  if (useIsDocument()) return null;
  return (
    <>
      <link rel="stylesheet" href={appStyles} />
      <script data-styles={deskStyles}>{deskStylesScript}</script>
    </>
  );
}

/** Where one is: nowhere yet in the page that becomes any screen, also while the browser takes that over. */
function usePath(): string {
  const { pathname } = useLocation();
  const isShell = useBuild()?.shell ?? false;
  const atBuild = () => (typeof document === 'undefined' && !isShell ? pathname : '');
  return useSyncExternalStore(
    () => () => {},
    () => pathname,
    atBuild,
  );
}

const isDesk = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'frame' in handle && handle.frame === 'desk';

const useIsDesk = () => useMatches().some(({ handle }) => isDesk(handle));

/** Whose bar stands: guessed by the address in the head (theme.ts), known once a screen does. */
function useFrameMark(): void {
  const frame = useIsDesk() ? 'desk' : 'site';
  useLayoutEffect(() => {
    document.documentElement.dataset['frame'] = frame;
  }, [frame]);
}

/**
 * Bar, content, foot: the same from the page as it came to whatever screen stands in it, so that a menu that was opened
 * meanwhile stays open. The desk brings its own bar: its layout says `handle = { frame: 'desk' }`.
 */
function Frame({ children }: { children: ReactNode }) {
  const path = usePath();
  const desk = useIsDesk();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    // A new place: whoever reads by ear or keyboard starts at its content, not at the link they followed.
    if (shown.current !== path && shown.current !== '') main.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  return (
    <>
      {!desk && <Navigation path={path} />}
      <main id="main" ref={main} tabIndex={-1} className={desk ? 'bare' : undefined}>
        {children}
      </main>
      {!desk && <Footer />}
    </>
  );
}

/** The document itself. Its marks (session, staff, theme) belong to the server and the script in the head. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-JM" {...documentMarks()} {...companyMarks()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f5f0e4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c130f" media="(prefers-color-scheme: dark)" />
        <script>{themeScript}</script>
        <Meta />
        <Links />
        <ApplicationStyles />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Frame>{children}</Frame>
        <Life />
      </body>
    </html>
  );
}

export default function Root() {
  useFrameMark();
  useEffect(startToasts, []);
  return (
    <>
      <Outlet />
      <Confirming />
    </>
  );
}

/** Where no script runs: that there is no such page, or that this one needs it, and what reads without. */
const WithoutScript = () => (
  <noscript>
    <div className="wrap head %%unknown.class%%">
      <h1>Oops! Page not found</h1>
      <p>This address is not on our map.</p>
      <a className="btn" href="/">
        Return to Home
      </a>
    </div>
    <div className="wrap head %%known.class%%">
      <h1>This page needs JavaScript</h1>
      <p>
        It is switched off here, or it did not come through. Prices, <a href="/faq">answers</a> and{' '}
        <a href="/contact-check">how to reach us</a> read without it.
      </p>
    </div>
  </noscript>
);

/** Stands while the first screen's code is on its way: its text where the page brings it along, else grey lines. */
export function HydrateFallback() {
  return (
    <GivenText>
      <div className="wrap head if-script">
        <Skeleton lines={[34, 58, 100, 92, 97]} />
      </div>
      <WithoutScript />
    </GivenText>
  );
}

export function ErrorBoundary() {
  useFrameMark();
  return <PageError error={useRouteError()} />;
}
