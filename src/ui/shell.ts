import { startBell } from './bell.ts';
import { whileBusy } from './busy.ts';
import { signOut } from './sign-out.ts';
import { chooseTheme, followTheme, themeAfter, themeChoice } from './theme.ts';
import { followViewer } from './viewer-marks.ts';

/**
 * What the buttons of bar and drawer do. Public pages are documents that no framework draws in the browser, so these
 * buttons are told by an attribute what they are for, and one listener for the whole page acts: the same bar lives in
 * documents and in the application.
 */
const acts = {
  'sign-out': (button) => void whileBusy(button, signOut),
  'next-theme': () => chooseTheme(themeAfter(themeChoice())),
  'choose-theme': (button) => chooseTheme(button.value),
} satisfies Record<string, (button: HTMLButtonElement) => void>;

type ShellAct = keyof typeof acts;
const isAct = (text: string | undefined): text is ShellAct => text !== undefined && Object.hasOwn(acts, text);

/** Gives a button one of the acts of the shell. */
export const shellAct = (act: ShellAct) => ({ 'data-act': act });

/** Opens or closes a dialog by the button alone, without any script, in browsers that know the attributes. */
export const opens = (dialog: string) => ({ command: 'show-modal', commandfor: dialog });
export const closes = (dialog: string) => ({ command: 'close', commandfor: dialog });

/** The same for the others. */
function command(button: HTMLButtonElement): void {
  const dialog = document.getElementById(button.getAttribute('commandfor') ?? '');
  if ('commandForElement' in HTMLButtonElement.prototype || !(dialog instanceof HTMLDialogElement)) return;
  if (button.getAttribute('command') === 'close') dialog.close();
  else dialog.showModal();
}

/** A drawer closes by a click beside it, and by following one of its links. */
function leaveDrawer(target: Element): void {
  const drawer = target.closest<HTMLDialogElement>('dialog.drawer');
  if (drawer && (target === drawer || target.closest('a'))) drawer.close();
}

function onClick({ target }: Event): void {
  if (!(target instanceof Element)) return;
  leaveDrawer(target);
  const button = target.closest('button');
  if (!button) return;
  command(button);
  const act = button.dataset['act'];
  if (isAct(act)) acts[act](button);
}

/** Makes the shell of the page live. Once for each document, whoever draws the rest of it. */
export function startShell(): void {
  followViewer();
  followTheme();
  startBell();
  document.addEventListener('click', onClick);
  addEventListener('popstate', () => document.querySelector<HTMLDialogElement>('dialog.drawer[open]')?.close());
}
