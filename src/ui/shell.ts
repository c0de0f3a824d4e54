import { startBell } from './bell.ts';
import { runWhileBusy } from './busy.ts';
import { signOut } from './sign-out.ts';
import { chooseTheme, getNextTheme, getThemeChoice, watchTheme } from './theme.ts';
import { watchViewer } from './viewer-state.ts';

/** Actions of navigation bar and drawer, by `data-act`. One listener handles them, because public pages lack React. */
const actions = {
  'sign-out': (button) => void runWhileBusy(button, signOut),
  'next-theme': () => chooseTheme(getNextTheme(getThemeChoice())),
  'choose-theme': (button) => chooseTheme(button.value),
} satisfies Record<string, (button: HTMLButtonElement) => void>;

type ShellAction = keyof typeof actions;
const isAction = (text: string | undefined): text is ShellAction => text !== undefined && Object.hasOwn(actions, text);

export const getActionAttributes = (action: ShellAction) => ({ 'data-act': action });

/** Invoker commands: supporting browsers open and close dialogs without scripts. */
export const getOpenAttributes = (dialog: string) => ({ command: 'show-modal', commandfor: dialog });
export const getCloseAttributes = (dialog: string) => ({ command: 'close', commandfor: dialog });

/** Opens or closes a dialog in browsers without invoker commands. */
function runDialogCommand(button: HTMLButtonElement): void {
  const dialog = document.getElementById(button.getAttribute('commandfor') ?? '');
  if ('commandForElement' in HTMLButtonElement.prototype || !(dialog instanceof HTMLDialogElement)) return;
  if (button.getAttribute('command') === 'close') dialog.close();
  else dialog.showModal();
}

/** Closes the drawer after a click on a link or outside. */
function closeDrawer(target: Element): void {
  const drawer = target.closest<HTMLDialogElement>('dialog.drawer');
  if (drawer && (target === drawer || target.closest('a'))) drawer.close();
}

function onClick({ target }: Event): void {
  if (!(target instanceof Element)) return;
  closeDrawer(target);
  const button = target.closest('button');
  if (!button) return;
  runDialogCommand(button);
  const action = button.dataset['act'];
  if (isAction(action)) actions[action](button);
}

/** Presses a button again that the user pressed before the scripts loaded (`platform/pages/deferred-boot.ts`). */
function replayEarlyPress(): void {
  const button = document.querySelector<HTMLElement>('[data-early]');
  delete button?.dataset['early'];
  button?.click();
}

const onFault = (event: ErrorEvent | PromiseRejectionEvent): void =>
  void import('./report-fault.ts').then(
    (loaded) => loaded.reportFault(event),
    () => {},
  );

export function startShell(): void {
  addEventListener('error', onFault);
  addEventListener('unhandledrejection', onFault);
  watchViewer();
  watchTheme();
  startBell();
  document.addEventListener('click', onClick);
  replayEarlyPress();
  addEventListener('popstate', () => document.querySelector<HTMLDialogElement>('dialog.drawer[open]')?.close());
}
