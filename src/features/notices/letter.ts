import { dress, type Letter, type Mail } from '../../platform/mail.ts';
import type { Kind } from './kinds.ts';

/** A letter that stands in its reader's page, too: its subject as the notice, its button as where that leads. */
export const letterAbout = (kind: Kind, to: string, letter: Letter): Mail => ({ ...dress(to, letter), about: kind });
