import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { Paper } from '../../../../ui/desk/papers/use-paper.ts';
import { Part } from '../../../../ui/desk/part.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { bytesText, momentText } from '../../../../ui/format.ts';
import { later } from '../../../../ui/later.tsx';
import type { CustomerRecord } from './data.ts';

const DocumentViewer = later(() =>
  import('../../../../ui/desk/papers/viewer.tsx').then((parts) => parts.DocumentViewer),
);

type CustomerFile = CustomerRecord['files'][number];

const purposeNames: Readonly<Record<string, string>> = {
  'kyc-id': 'ID document',
  'kyc-trn': 'TRN document',
  'kyc-selfie': 'Live selfie with ID',
  'kyc-address': 'Address proof',
  'kyc-income': 'Proof of income',
  'enhanced-source': 'Source of funds proof',
  'enhanced-income': 'Proof of income, Enhanced',
  'enhanced-jurisdiction': 'Jurisdiction document',
  'transaction-proof': 'Proof of payment',
  'source-of-funds': 'Source of funds',
  'payout-proof': 'Proof of pay-out',
};

const titleOf = ({ purpose }: CustomerFile): string => purposeNames[purpose] ?? purpose;

const paperOf = (file: CustomerFile): Paper => ({ ...file, fileId: file.id, title: titleOf(file) });

const stateWords = { being_checked: 'Being checked', refused: 'Refused' } as const;

/** Everything somebody handed in. A file is fetched, and the look written down, once it is opened. */
export function CustomerFiles({ files }: { files: readonly CustomerFile[] }) {
  const [open, setOpen] = useState<CustomerFile | null>(null);
  return (
    <Part id="files" title="Files">
      {files.length > 0 ? (
        <ul className="lines num">
          {files.map((file) => (
            <li key={file.id}>
              <Button look="bare" size="small" label={`Look at: ${titleOf(file)}`} onClick={() => setOpen(file)}>
                <Eye className="ic" aria-hidden="true" />
                {titleOf(file)}
              </Button>
              <span className="ink-2 wrap-any">
                {file.name}, {bytesText(file.bytes)}, {momentText(file.createdAt)}
              </span>
              {file.state !== 'clean' && (
                <Badge kind={file.state === 'refused' ? 'rejected' : 'pending'}>{stateWords[file.state]}</Badge>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="ink-2">No files yet.</p>
      )}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={open ? titleOf(open) : ''} wide>
        {open && <DocumentViewer papers={[paperOf(open)]} shown={open.id} onShow={() => {}} />}
      </Dialog>
    </Part>
  );
}
