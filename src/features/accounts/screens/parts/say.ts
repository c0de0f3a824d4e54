import { toastSuccess } from '../../../../ui/toast.ts';

/** Tells that something went well, in the words of `accountsNotices`. */
export const sayWell = ({ title, text }: { title: string; text: string }): void =>
  toastSuccess(title, text === '' ? undefined : text);
