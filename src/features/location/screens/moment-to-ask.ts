import { signedInAt } from '../../../ui/signed-in-at.ts';

/** From signing in until the question for consent, in ms [000 §4 Location consent, §9]. */
const patience = 3_000;
/** Between looks whether nobody is busy any more, and since the last key, in ms. */
const pause = 1_000;

const leftKey = 'location-left';

/** When the question is due, ms since 1970: once after each sign-in in this tab. Null when it was closed since then. */
export function questionDue(): number | null {
  const since = signedInAt();
  if (since === null || sessionStorage.getItem(leftKey) === String(since)) return null;
  return since + patience;
}

/** Closed or answered: no question before the next sign-in. */
export const leaveQuestion = (): void => sessionStorage.setItem(leftKey, String(signedInAt()));

const fields = 'input, textarea, select, [contenteditable]';

/** Somebody stands in a field, or is in another dialog: what opens now would take their next key for an answer. */
const isBusy = (): boolean =>
  document.querySelector('dialog[open]') !== null || document.activeElement?.matches(fields) === true;

/** Calls once when the question is due and nobody is busy or typing. Returns how to give up. */
export function atMomentToAsk(due: number, ask: () => void): () => void {
  let lastKey = 0;
  const onKey = () => {
    lastKey = Date.now();
  };
  const look = () => {
    if (isBusy() || Date.now() - lastKey < pause) timer = setTimeout(look, pause);
    else ask();
  };
  let timer = setTimeout(look, Math.max(0, due - Date.now()));
  document.addEventListener('keydown', onKey, true);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKey, true);
  };
}
