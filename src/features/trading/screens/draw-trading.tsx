import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { TradeDesk } from './trade/trade-desk.tsx';

/** What the build knows of the form until its screen is there (`early-form.ts`, `tools/drawn-pages.ts`). */
declare const __EARLY_FORM__: string;

/** The script of the form until its screen is there, as it stands in the page. */
export const earlyForm = __EARLY_FORM__;

/** The trading desk as its screen draws it at first, before anything was asked: the same for everybody. */
function drawn(): string {
  const desk = renderToStaticMarkup(
    <StaticRouter location="/trading">
      <QueryClientProvider client={new QueryClient()}>
        <div className="wrap if-script">
          <ScreenHead title="Buy and sell" />
          <TradeDesk />
        </div>
      </QueryClientProvider>
    </StaticRouter>,
  );
  // A page that is opened anew begins empty, as its screen does, whatever the browser remembers of it. An order is
  // placed by the screen alone: until then its button says that it cannot be.
  return desk
    .replace('<form ', '<form autocomplete="off" ')
    .replace('<button type="submit"', '<button type="submit" aria-disabled="true"');
}

export const tradingDesk = drawn();
