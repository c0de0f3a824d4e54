/** Gives the focus to the field with this id once it is drawn. */
export function focusOn(id: string): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    field?.focus({ preventScroll: true });
    // In the middle: on a phone the toast stands above and the bar below.
    field?.scrollIntoView({ block: 'center' });
  });
}
