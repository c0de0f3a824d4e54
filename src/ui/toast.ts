import { type Filling, type PlacesOf, worded } from '../kernel/worded.ts';
import { draw, type NextStep, standReady, type Toast, unread } from './toaster.ts';

/**
 * Short news at the edge of the screen. What draws it is in the first script of every page: that there is no line has
 * to be said when nothing can be fetched any more.
 */
const carried = 'toast-next';

/** What was said last, and until when it counts as unread. */
const said: { readonly toast: Toast; readonly until: number }[] = [];

function say(toast: Toast): void {
  said.push({ toast, until: Date.now() + unread });
  said.splice(0, said.length - 4);
  draw(toast);
}

/** What is said of something that happened, in the words of a room. */
export type Notice<T extends string = string> = {
  readonly title: string;
  readonly text?: T;
  /** What to do now, where something can be done. */
  readonly next?: NextStep | undefined;
};

/** What goes into the places of a notice: nothing where there are none, and where it was filled already. */
type Given<T extends string> = string extends T ? [] : [PlacesOf<T>] extends [never] ? [] : [Filling<PlacesOf<T>>];

const telling =
  (kind: Toast['kind']) =>
  <const T extends string>({ title, text, next }: Notice<T>, ...[filling]: Given<T>): void =>
    say({
      ...{ kind, title },
      ...(text !== undefined && { text: filling ? worded<string>(text, filling) : text }),
      ...(next && { next }),
    });

export const toastSuccess = telling('success');
export const toastError = telling('error');
export const toastInfo = telling('info');

function carry(toasts: readonly Toast[]): void {
  try {
    if (toasts.length > 0) sessionStorage.setItem(carried, JSON.stringify(toasts));
  } catch {
    // Storage is closed: the next document says nothing.
  }
}

/** Says it on the next document: for an act that ends in loading a new page. */
export const toastAfterLoad = ({ title, text }: Notice): void =>
  carry([{ kind: 'success', title, ...(text !== undefined && { text }) }]);

/** Takes what was just said along to the next document: nobody can have read it yet. */
export const carryToasts = (): void => carry(said.filter(({ until }) => until > Date.now()).map(({ toast }) => toast));

/** Makes the page ready for what will be said, and says what the document before this one left. */
export function startToasts(): void {
  standReady();
  try {
    const kept = sessionStorage.getItem(carried);
    sessionStorage.removeItem(carried);
    if (kept) for (const toast of JSON.parse(kept) as Toast[]) say(toast);
  } catch {
    // Storage is closed or holds something that is not ours: there is nothing to say.
  }
}
