import type { PreloadedAnswer } from '../../../ui/preloaded-page.ts';
import { renderScreen } from '../../../ui/render-screen.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import earlyForm from './early-form.ts?script';
import { TradePage } from './trade/trade-page.tsx';

export { earlyForm };

/** Renders the trading page of a customer. Without `answers` it has skeletons. */
export function renderTradingPage(answers: readonly PreloadedAnswer[]): string {
  const html = renderScreen(
    '/trading',
    answers,
    <div className="wrap if-script">
      <ScreenHead title="Buy and sell" />
      <TradePage />
    </div>,
  );
  // Browsers must not refill the form after a reload. The button is disabled, because only React can submit.
  return html
    .replace('<form ', '<form autocomplete="off" ')
    .replace('<button type="submit"', '<button type="submit" aria-disabled="true"');
}
