import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import {
  Links,
  Meta,
  type MiddlewareFunction,
  Outlet,
  redirectDocument,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
} from 'react-router';
import { isPublicPage, publicScreens } from './screens.ts';
import { companyAttributes } from './ui/company.ts';
import font from './ui/fonts/instrument-sans.woff2?url';
import fontFaces from './ui/fonts.css?inline';
import { Footer } from './ui/footer.tsx';
import { Navigation } from './ui/navigation.tsx';
import { PageError } from './ui/page-error.tsx';
import { isPreloaded, readPreloadedHtml, restoreTypedValues } from './ui/preloaded-page.ts';
import { useBuild } from './ui/react-router-internals.ts';
import { isReauthRequested, subscribeToReauth } from './ui/reauth.ts';
import './ui/styles.css';
import keepInstallPrompt from './ui/scripts/keep-install-prompt.ts?script';
import loadAfterPaint from './ui/scripts/load-after-paint.ts?script';
import preloadAdminStyles from './ui/scripts/preload-admin-styles.ts?script';
import setTheme from './ui/scripts/set-theme.ts?script';
import { Skeleton } from './ui/skeleton.tsx';
import deskStyles from './ui/styles-admin.css?url';
import appStyles from './ui/styles-app.css?url';
import { carryToasts, startToasts } from './ui/toast.ts';
import { getDocumentAttributes } from './ui/viewer.ts';

export const links = () => [
  { rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
];

/** Public pages are documents, so navigating to one loads the page. */
const loadDocuments: MiddlewareFunction<unknown> = ({ request }, next) => {
  const { pathname, search, hash } = new URL(request.url);
  if (!isPublicPage(pathname)) return next();
  carryToasts();
  throw redirectDocument(pathname + search + hash);
};
export const clientMiddleware = [loadDocuments];

const AnnouncementBanner = lazy(() => import('./features/status/screens/announcement-banner.tsx'));
const ConfirmDialog = lazy(() => import('./features/accounts/screens/reauth-dialog.tsx'));

function ReauthDialogHost() {
  const open = useSyncExternalStore(subscribeToReauth, isReauthRequested, () => false);
  return (
    open && (
      <Suspense fallback={null}>
        <ConfirmDialog />
      </Suspense>
    )
  );
}

/** Active announcements above customer screens. The server fills them into the document. */
function AnnouncementsHost() {
  const isDesk = useIsDesk();
  if (typeof document === 'undefined' || isDesk || !document.documentElement.dataset['announcements']) return null;
  return (
    <Suspense fallback={null}>
      <AnnouncementBanner />
    </Suspense>
  );
}

/** Scripts of the page: the islands of a public page, otherwise the application. */
function PageScripts() {
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

/** Inlines the font styles at build time. Hydration leaves them unchanged. */
const FontFaces = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, which React would escape.
  <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? fontFaces : '' }} />
);

/** Styles of the application, a preload of the admin styles, and a listener for the offer to install. */
function ApplicationStyles() {
  if (useIsDocument()) return null;
  return (
    <>
      <link rel="stylesheet" href={appStyles} />
      <InlineScript script={keepInstallPrompt} />
      <InlineScript data-styles={deskStyles} script={preloadAdminStyles} />
    </>
  );
}

/** Current path. Empty in the application shell and during hydration. */
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

/** Sets `data-frame` when a screen renders. Before that, the script in the head (theme.ts) sets it from the URL. */
function useFrameMark(): void {
  const frame = useIsDesk() ? 'desk' : 'site';
  useLayoutEffect(() => {
    document.documentElement.dataset['frame'] = frame;
  }, [frame]);
}

/** Header, content and footer stay mounted, so that an open menu stays open. `frame: 'desk'` has its own header. */
function Frame({ children }: { children: ReactNode }) {
  const path = usePath();
  const desk = useIsDesk();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    // After a navigation, keyboard and screen reader users start at the content.
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

/** HTML document. The server and the script in the head set the `<html>` attributes (session, staff, theme). */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-JM" {...getDocumentAttributes()} {...companyAttributes()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f5f0e4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c130f" media="(prefers-color-scheme: dark)" />
        <InlineScript script={setTheme} />
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
        <PageScripts />
      </body>
    </html>
  );
}

export default function Root() {
  useFrameMark();
  useEffect(startToasts, []);
  return (
    <>
      <AnnouncementsHost />
      <Outlet />
      <ReauthDialogHost />
    </>
  );
}

/** Shown without JavaScript. The server fills the placeholders and shows one of the two texts. */
const WithoutScript = () => (
  <noscript>
    <div className="wrap head %%unknown.class%%">
      <h1>Oops! Page not found</h1>
      <p>We couldn't find this page. Check the address or start again from the home page.</p>
      <a className="btn" href="/">
        Return to Home
      </a>
    </div>
    <div className="wrap head %%known.class%%">
      <h1>This page needs JavaScript</h1>
      <p>
        Turn on JavaScript in your browser and reload the page. Prices, our <a href="/faq">FAQ</a> and{' '}
        <a href="/contact-check">contact details</a> work without it.
      </p>
    </div>
  </noscript>
);

/** Shown until the first screen has loaded: the preloaded HTML or a skeleton. */
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

/** Scrolls to the top or the hash after a navigation [000 §2 Routes, 001 §2]. A preloaded page does not scroll. */
export function ScrollToTop() {
  // Subscribes to the router, so that our effect runs after the router's.
  useNavigation();
  const scrollTop = typeof document !== 'undefined' && isPreloaded() ? scrollY : null;
  useLayoutEffect(() => {
    if (scrollTop !== null) scrollTo({ top: scrollTop, behavior: 'instant' });
  });
  return <ScrollRestoration />;
}

export function PreloadedHtml({ children }: { children: ReactNode }) {
  const html = readPreloadedHtml();
  // Layout effect: runs before the screen is visible.
  useLayoutEffect(() => restoreTypedValues, []);
  if (html === null) return <div id="preloaded">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our server rendered this HTML into the document.
  return <div id="preloaded" dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />;
}

/** Route ids: React Router derives them from file names. */
const publicScreenIds: readonly string[] = Object.values(publicScreens).map((file) => file.replace(/\.tsx$/, ''));

/** True for public pages, which are served as documents without the application. */
export function useIsDocument(): boolean {
  const isShown = useMatches().some(({ id }) => publicScreenIds.includes(id));
  return !useBuild()?.shell && isShown;
}

type InlineScriptProps = { readonly script: string; readonly [data: `data-${string}`]: string };

/** Inlines a bundled script at build time. The CSP allows it by hash. Hydration leaves it unchanged. */
export const InlineScript = ({ script, ...data }: InlineScriptProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, which React would escape.
  <script {...data} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
);

/** Script of a public page, without router and data. */
export function DocumentScript() {
  const build = useBuild();
  if (!build) return null;
  return (
    <>
      {build.reload && <script type="module" src={build.reload} />}
      <InlineScript data-later={build.entry} data-files={build.files.join(' ')} script={loadAfterPaint} />
    </>
  );
}
