export function focusField(id: string): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    field?.focus({ preventScroll: true });
    // A toast may cover the top of the screen and the action bar the bottom.
    field?.scrollIntoView({ block: 'center' });
  });
}
