import { generateOperationKey } from '@orpc/tanstack-query';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { PreloadedAnswer } from './preloaded-page.ts';

/** Renders a screen to HTML on the server. `url` is a path with its query, `answers` are the results of API queries. */
export function renderScreen(url: string, answers: readonly PreloadedAnswer[], screen: ReactNode): string {
  const client = new QueryClient();
  for (const { path, input, answer } of answers)
    client.setQueryData(generateOperationKey(path, { type: 'query', input }), answer);
  return renderToStaticMarkup(
    <StaticRouter location={url}>
      <QueryClientProvider client={client}>{screen}</QueryClientProvider>
    </StaticRouter>,
  );
}
