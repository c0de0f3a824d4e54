import { answersWith } from '../../platform/thread.ts';
import { certificatePdf } from './certificate-pdf.ts';

/** A thread that does nothing but draw certificates. */
answersWith(certificatePdf);
