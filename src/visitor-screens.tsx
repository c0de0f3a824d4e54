import { Route, Routes } from 'react-router';
import * as verify from './features/learning/certificates/screens/verify.tsx';
import * as courses from './features/learning/screens/courses.tsx';
import * as subscriptions from './features/profile/screens/subscriptions.tsx';
import * as statements from './features/trading/screens/check-statement.tsx';
import * as trading from './features/trading/screens/trading.tsx';
import type { PreloadedQuery } from './platform/pages/preloaded-page.ts';
import { renderScreen } from './ui/render-screen.tsx';

const screens = {
  '/subscriptions': subscriptions,
  '/courses': courses,
  '/verify/:code?': verify,
  '/statements/:code?': statements,
  '/trading': trading,
} as const;

export type VisitorPattern = keyof typeof screens;

/** Renders a screen as visitors see it, readable before scripts load. `url` is the path with its query. */
export function renderVisitorPage(pattern: VisitorPattern, url: string, queries: readonly PreloadedQuery[]) {
  const { default: Screen, meta } = screens[pattern];
  const html = renderScreen(
    url,
    queries,
    <Routes>
      <Route path={pattern} element={<Screen />} />
    </Routes>,
  );
  const tags: { title?: string; name?: string; content?: string }[] = meta();
  return {
    title: tags.find((tag) => tag.title)?.title ?? '',
    description: tags.find(({ name }) => name === 'description')?.content ?? '',
    html,
  };
}
