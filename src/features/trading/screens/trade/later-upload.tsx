import { later } from '../../../../ui/later.tsx';

/** Where a form of this page takes a file. It comes when it is first asked for: most who look at prices send none. */
export const Upload = later(() => import('../../../../ui/upload.tsx').then((parts) => parts.Upload));
