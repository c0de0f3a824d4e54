/** Gives the focus to a field of the form once it is drawn. Fields are named `buy-amount`, `sell-bankName`. */
export function focusFirst(field: string | undefined, form: 'buy' | 'sell'): void {
  if (field === undefined) return;
  requestAnimationFrame(() => document.getElementById(`${form}-${field}`)?.focus());
}
