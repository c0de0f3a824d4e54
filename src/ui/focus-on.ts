export function focusField(id: string): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    field?.focus({ preventScroll: true });
    // Centred: a toast may cover the top and the bar the bottom.
    field?.scrollIntoView({ block: 'center' });
  });
}
