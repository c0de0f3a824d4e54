import { serveWorker } from '../../../platform/worker-entry.ts';
import { renderReportPdf } from './report-pdf.ts';

serveWorker(renderReportPdf);
