/** Gives the focus to a field of the form once it is drawn. Fields are named `buy-amount`, `sell-bankName`. */
export function focusFirst(field: string | undefined, form: 'buy' | 'sell'): void {
  if (field === undefined) return;
  requestAnimationFrame(() => {
    const wrong = document.getElementById(`${form}-${field}`);
    wrong?.focus({ preventScroll: true });
    // In the middle: on a phone the toast stands above and the bar below.
    wrong?.scrollIntoView({ block: 'center' });
  });
}
