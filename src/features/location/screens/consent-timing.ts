import { getSignedInAt } from '../../../ui/viewer-state.ts';

/** Delay after sign-in [000 §4 Location consent, §9]. */
const delayMs = 3_000;
const pauseMs = 1_000;

const dismissedKey = 'location-left';

export function getQuestionDueAt(): number | null {
  const since = getSignedInAt();
  if (since === null || sessionStorage.getItem(dismissedKey) === String(since)) return null;
  return since + delayMs;
}

export const dismissQuestion = (): void => sessionStorage.setItem(dismissedKey, String(getSignedInAt()));

const fields = 'input, textarea, select, [contenteditable]';

const isBusy = (): boolean =>
  document.querySelector('dialog[open]') !== null || document.activeElement?.matches(fields) === true;

/** Calls `ask` after `due`, once the user is not typing and no dialog is open. Returns a cancel function. */
export function waitUntilIdle(due: number, ask: () => void): () => void {
  let lastKeyAt = 0;
  const onKey = () => {
    lastKeyAt = Date.now();
  };
  const check = () => {
    if (isBusy() || Date.now() - lastKeyAt < pauseMs) timer = setTimeout(check, pauseMs);
    else ask();
  };
  let timer = setTimeout(check, Math.max(0, due - Date.now()));
  document.addEventListener('keydown', onKey, true);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKey, true);
  };
}
