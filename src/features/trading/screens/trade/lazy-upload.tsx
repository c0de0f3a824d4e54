import { lazyPart } from '../../../../ui/lazy-part.tsx';

export const Upload = lazyPart(() => import('../../../../ui/upload.tsx').then((parts) => parts.Upload));
