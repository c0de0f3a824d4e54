import { createRoot } from 'react-dom/client';
import { Toaster } from './toaster.tsx';

/** Puts the toaster of the application into a document. */
export const drawToaster = (element: HTMLElement): void => createRoot(element).render(<Toaster />);
