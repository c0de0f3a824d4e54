import { ScreenHead } from '../../../ui/screen-head.tsx';
import { warningsPageTexts } from '../page-texts.ts';
import { warningNotes } from '../warning-texts.ts';
import { ScamAnswer } from './scam-answer.tsx';
import { ScamSearch } from './scam-search.tsx';

export const meta = () => [{ title: warningsPageTexts.tab }, { name: 'description', content: warningsPageTexts.about }];

export default function WarningsScreen() {
  return (
    <div className="wrap">
      <ScreenHead title={warningsPageTexts.title} text={warningsPageTexts.text} />
      <div className="stack warnings-page">
        <ScamSearch Answer={ScamAnswer} listsAll />
        <p className="t-xs ink-2">
          {warningNotes.ours} {warningNotes.unsafe}
        </p>
        <p className="t-xs ink-2">
          Data feeds (CC BY 4.0):{' '}
          <a className="link" href="/scams.rss">
            RSS
          </a>
          {', '}
          <a className="link" href="/scams.csv">
            CSV
          </a>
          {', '}
          <a className="link" href="/scams.json">
            JSON
          </a>
        </p>
      </div>
    </div>
  );
}
