import { viewer } from '../../../ui/viewer-marks.ts';
import { atMomentToAsk, leaveQuestion, questionDue } from './moment-to-ask.ts';

/** Whether somebody answered already, wherever that was. */
async function isAnswered(): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/api/rpc/location/own', { method: 'POST', headers, body: '{}' });
  const { json } = (await answer.json()) as { json: { asked: boolean } };
  return json.asked;
}

/**
 * Asks for consent on public pages too [000 §2 Location consent dialog], where one may land after signing in: they are
 * documents, so what draws the question is fetched when it is due, and only for those who have not answered.
 */
export default function startLocation(element: HTMLElement): void {
  const due = questionDue();
  if (due === null || viewer().session !== 'in') return;
  atMomentToAsk(due, async () => {
    // What cannot be fetched asks nothing this time.
    const answered = await isAnswered().catch(() => null);
    if (answered) leaveQuestion();
    if (answered === false)
      import('./location-root.tsx').then(
        ({ drawLocation }) => drawLocation(element),
        () => {},
      );
  });
}
