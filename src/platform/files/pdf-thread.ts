import { answersWith } from '../thread.ts';
import { unfitPdf } from './pdf-scan.ts';

/** A thread that does nothing but read PDFs. */
answersWith(unfitPdf);
