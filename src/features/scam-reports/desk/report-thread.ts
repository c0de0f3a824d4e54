import { answersWith } from '../../../platform/thread.ts';
import { reportPdf } from './report-pdf.ts';

/** A thread that does nothing but draw reports. */
answersWith(reportPdf);
