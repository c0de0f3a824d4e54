/** Shows a spinner on a button outside React and ignores clicks until `work` ends. */
export async function runWhileBusy(button: HTMLElement, work: () => Promise<void>): Promise<void> {
  if (button.ariaBusy === 'true') return;
  const spinner = document.createElement('span');
  spinner.className = 'spin';
  spinner.ariaHidden = 'true';
  button.ariaBusy = 'true';
  button.ariaDisabled = 'true';
  button.prepend(spinner);
  try {
    await work();
  } finally {
    spinner.remove();
    button.ariaBusy = null;
    button.ariaDisabled = null;
  }
}
