import { serveWorker } from '../../../platform/worker-entry.ts';
import { renderCertificatePdf } from './certificate-pdf.ts';

serveWorker(renderCertificatePdf);
