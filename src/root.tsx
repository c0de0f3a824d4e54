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
import { isPublicPage } from './screens.ts';
import { companyAttributes } from './ui/company.ts';
import { DocumentScript, useIsDocument } from './ui/document-script.tsx';
import font from './ui/fonts/instrument-sans.woff2?url';
import fontFaces from './ui/fonts.css?inline';
import { Footer } from './ui/footer.tsx';
import { PreloadedHtml } from './ui/preloaded-html.tsx';
import { isReauthRequested, subscribeToReauth } from './ui/reauth.ts';
import './ui/styles.css';
import { Navigation } from './ui/navigation.tsx';
import { PageError } from './ui/page-error.tsx';
import { useBuild } from './ui/react-router-internals.ts';
import { ScrollToTop } from './ui/scroll-restoration.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import deskStyles from './ui/styles-admin.css?url';
import appStyles from './ui/styles-app.css?url';
import { adminStylesScript, themeScript } from './ui/theme.ts';
import { carryToasts, startToasts } from './ui/toast.ts';
import { getDocumentAttributes } from './ui/viewer.ts';

export const links = () => [
  { rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
];

/** Public pages are documents, so a navigation from the application loads them. */
const loadDocuments: MiddlewareFunction<unknown> = ({ request }, next) => {
  const { pathname, search, hash } = new URL(request.url);
  if (!isPublicPage(pathname)) return next();
  carryToasts();
  throw redirectDocument(pathname + search + hash);
};
export const clientMiddleware = [loadDocuments];

const ConfirmDialog = lazy(() => import('./features/accounts/screens/security/reauth-dialog.tsx'));

/** Step-up dialog above any page. */
function Confirming() {
  const open = useSyncExternalStore(subscribeToReauth, isReauthRequested, () => false);
  return (
    open && (
      <Suspense fallback={null}>
        <ConfirmDialog />
      </Suspense>
    )
  );
}

/** Starts the islands of a public page, or the application. */
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
      <ScrollToTop />
      <Scripts />
    </>
  );
}

/** In the head of every page at build time, where React leaves them unchanged. */
const FontFaces = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a sheet of ours, which React would escape.
  <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? fontFaces : '' }} />
);

/** Stylesheets of the application. Those of the admin area are preloaded and applied by its layout. */
function ApplicationStyles() {
  if (useIsDocument()) return null;
  return (
    <>
      <link rel="stylesheet" href={appStyles} />
      <script data-styles={deskStyles}>{adminStylesScript}</script>
    </>
  );
}

/** Current path; empty in the page that becomes any screen, also during hydration. */
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

/** Frame of the page: guessed from the URL by the script in the head (theme.ts) until a screen renders. */
function useFrameMark(): void {
  const frame = useIsDesk() ? 'desk' : 'site';
  useLayoutEffect(() => {
    document.documentElement.dataset['frame'] = frame;
  }, [frame]);
}

/**
 * Header, content and footer persist from the built page to any screen, so an open menu stays open. The admin area has
 * its own header: its layout exports `handle = { frame: 'desk' }`.
 */
function Frame({ children }: { children: ReactNode }) {
  const path = usePath();
  const desk = useIsDesk();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    // Keyboard and screen reader users start at the content of the new page.
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

/** The document. Its attributes (session, staff, theme) belong to the server and the script in the head. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-JM" {...getDocumentAttributes()} {...companyAttributes()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f5f0e4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c130f" media="(prefers-color-scheme: dark)" />
        <script>{themeScript}</script>
        <Meta />
        <FontFaces />
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

/** Without scripts: says that the page does not exist or needs JavaScript, and what works without. */
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

/** Shown until the first screen loads: its preloaded text, otherwise a skeleton. */
export function HydrateFallback() {
  return (
    <PreloadedHtml>
      <div className="wrap head if-script">
        <Skeleton lines={[34, 58, 100, 92, 97]} />
      </div>
      <WithoutScript />
    </PreloadedHtml>
  );
}

export function ErrorBoundary() {
  useFrameMark();
  return <PageError error={useRouteError()} />;
}
