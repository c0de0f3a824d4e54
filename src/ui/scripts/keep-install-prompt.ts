/** Keeps the browser's offer to install, which comes early and once. Touch devices only: others have no home screen. */
addEventListener('beforeinstallprompt', (event) => {
  if (!matchMedia('(pointer: coarse)').matches) return;
  event.preventDefault();
  Object.assign(window, { installPrompt: event });
  dispatchEvent(new Event('install-prompt'));
});
