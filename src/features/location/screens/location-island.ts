import { getViewer } from '../../../ui/viewer-state.ts';
import { dismissQuestion, getQuestionDueAt, waitUntilIdle } from './consent-timing.ts';

async function isAnswered(): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/api/rpc/location/own', { method: 'POST', headers, body: '{}' });
  const { json } = (await answer.json()) as { json: { asked: boolean } };
  return json.asked;
}

/** Adds the consent dialog to public pages [000 §2 Location consent dialog]. Loads its code only when due. */
export default function startLocation(element: HTMLElement): void {
  const due = getQuestionDueAt();
  if (due === null || getViewer().session !== 'in') return;
  waitUntilIdle(due, async () => {
    const answered = await isAnswered().catch(() => null);
    if (answered) dismissQuestion();
    if (answered === false)
      import('./location-consent.tsx').then(
        ({ renderLocation: drawLocation }) => drawLocation(element),
        () => {},
      );
  });
}
